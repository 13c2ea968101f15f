package dev.reprise.fetch.internal.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FetchUrlTest {
    private static FetchUrl url(String text) {
        UrlParse parse = FetchUrl.parse(text);
        assertThat(parse).as(text).isInstanceOf(FetchUrl.class);
        return (FetchUrl) parse;
    }

    private static String norm(String text) {
        return url(text).norm();
    }

    private static String reason(String text) {
        UrlParse parse = FetchUrl.parse(text);
        assertThat(parse).as(text).isInstanceOf(UnsupportedUrl.class);
        return ((UnsupportedUrl) parse).reason();
    }

    @Nested
    class The_normal_form {
        @Test
        void of_a_normal_text_is_the_text_itself() {
            for (String text : List.of(
                    "http://example.com/",
                    "https://example.com/a/b.html?q=1&r=%C3%a4%zz",
                    "https://example.com:8443/",
                    "http://example.com./.well-known/x..y/...",
                    "https://a_b.example/?/../x",
                    "http://example.com//a//b/",
                    "http://example.com/?")) {
                assertThat(norm(text)).isSameAs(text);
            }
        }

        @Test
        void lower_cases_scheme_and_host_only() {
            assertThat(norm("HTTPS://WWW.Example.COM/Path?Query")).isEqualTo("https://www.example.com/Path?Query");
        }

        @Test
        void drops_the_default_port_only() {
            assertThat(norm("http://example.com:80/a")).isEqualTo("http://example.com/a");
            assertThat(norm("https://example.com:443")).isEqualTo("https://example.com/");
            assertThat(norm("http://example.com:443/")).isEqualTo("http://example.com:443/");
            assertThat(norm("http://example.com:/a")).isEqualTo("http://example.com/a");
            assertThat(norm("http://example.com:08080/a")).isEqualTo("http://example.com:8080/a");
        }

        // citizenlab/test-lists#195 and Norconex/crawler#480, #574: duplicates by slash, dot segment, encoded space.
        @Test
        void is_one_for_an_empty_path_and_a_slash() {
            assertThat(norm("http://example.com")).isEqualTo("http://example.com/");
            assertThat(norm("http://example.com?q")).isEqualTo("http://example.com/?q");
            assertThat(norm("http://example.com#f")).isEqualTo("http://example.com/");
        }

        @Test
        void resolves_dot_segments_of_the_path_only() {
            assertThat(norm("http://h.example/a/b/c/./../../g")).isEqualTo("http://h.example/a/g");
            assertThat(norm("http://h.example/../../a")).isEqualTo("http://h.example/a");
            assertThat(norm("http://h.example/a/..")).isEqualTo("http://h.example/");
            assertThat(norm("http://h.example/a/b/.")).isEqualTo("http://h.example/a/b/");
            assertThat(norm("http://h.example/a//../b")).isEqualTo("http://h.example/a/b");
            assertThat(norm("http://h.example/a/../b?x=/../c#/../d")).isEqualTo("http://h.example/b?x=/../c");
            assertThat(norm("http://h.example/a/%2e%2E/b")).isEqualTo("http://h.example/a/%2e%2E/b");
        }

        @Test
        void encodes_spaces_controls_and_non_ascii_as_utf_8() {
            assertThat(norm("http://h.example/a b\tc")).isEqualTo("http://h.example/a%20b%09c");
            assertThat(norm("http://h.example/a%20b")).isEqualTo("http://h.example/a%20b");
            assertThat(norm("http://h.example/ü?q=日本")).isEqualTo("http://h.example/%C3%BC?q=%E6%97%A5%E6%9C%AC");
            assertThat(norm("http://h.example/\uD83D\uDE00\u007F")).isEqualTo("http://h.example/%F0%9F%98%80%7F");
            assertThat(norm("http://h.example/\uD83D!")).isEqualTo("http://h.example/%EF%BF%BD!");
        }

        @Test
        void leaves_everything_else_alone() {
            assertThat(norm("http://h.example//a//?b=2&a=1&&%e4%ZZ%#frag#ment"))
                    .isEqualTo("http://h.example//a//?b=2&a=1&&%e4%ZZ%");
            assertThat(norm("http://h.example/\\x<y>\"{|}^`")).isEqualTo("http://h.example/\\x<y>\"{|}^`");
        }

        @Test
        void turns_international_names_into_punycode() {
            assertThat(norm("http://Bücher.example/")).isEqualTo("http://xn--bcher-kva.example/");
            assertThat(norm("http://BÜCHER.example.:80/")).isEqualTo("http://xn--bcher-kva.example./");
            assertThat(norm("http://日本語。example")).isEqualTo("http://xn--wgv71a119e.example/");
            assertThat(norm("http://\uD83D\uDCA9.example/")).isEqualTo("http://xn--ls8h.example/");
        }

        @Test
        void keeps_ipv6_literals_in_brackets() {
            FetchUrl url = url("http://[2001:DB8::1]:8080/x");

            assertThat(url.norm()).isEqualTo("http://[2001:db8::1]:8080/x");
            assertThat(url.host()).isEqualTo("[2001:db8::1]");
            assertThat(url.hostKey()).isEqualTo("[2001:db8::1]:8080");
            assertThat(norm("http://[::ffff:192.0.2.1]")).isEqualTo("http://[::ffff:192.0.2.1]/");
        }

        @Test
        void ignores_white_space_around_the_text() {
            assertThat(norm(" \thttp://example.com/ \r\n")).isEqualTo("http://example.com/");
        }

        @Test
        void does_not_change_when_it_is_parsed_again() {
            long seed = 20261130;
            Random random = new Random(seed);
            String alphabet = "aZ0-._~:/?#[]@!$&'()*+,;=% \\\"<>{}|^`\t\u00e9\u65e5\uD83D\uDE00\u00ad\uff0e.//..";
            for (int i = 0; i < 20_000; i++) {
                StringBuilder text = new StringBuilder(random.nextBoolean() ? "http://h" : "HTTPS://H.Ex:81/");
                for (int n = random.nextInt(12); n > 0; n--) {
                    text.append(alphabet.charAt(random.nextInt(alphabet.length())));
                }
                if (FetchUrl.parse(text.toString()) instanceof FetchUrl url) {
                    String why = "seed " + seed + ", text " + text;
                    assertThat(norm(url.norm())).as(why).isSameAs(url.norm());
                    assertThat(url.norm().chars()).as(why).allMatch(c -> c > ' ' && c < 0x7F && c != '#');
                    assertThat(url.scheme() + "://" + url.authority() + url.target())
                            .as(why)
                            .isEqualTo(url.norm());
                }
            }
        }
    }

    @Nested
    class The_parts {
        @Test
        void are_those_of_the_normal_form() {
            FetchUrl url = url("HTTPS://Example.com:8443/a b?q#f");

            assertThat(url.scheme()).isEqualTo("https");
            assertThat(url.host()).isEqualTo("example.com");
            assertThat(url.port()).isEqualTo(8443);
            assertThat(url.authority()).isEqualTo("example.com:8443");
            assertThat(url.target()).isEqualTo("/a%20b?q");
        }

        @Test
        void give_the_ports_80_and_443_one_host_key() {
            for (String text : List.of(
                    "http://example.com",
                    "https://example.com",
                    "http://example.com:443/",
                    "https://example.com:80/")) {
                assertThat(url(text).hostKey()).isEqualTo("example.com");
            }
            assertThat(url("http://example.com:8080/").hostKey()).isEqualTo("example.com:8080");
            assertThat(url("http://example.com./").hostKey()).isEqualTo("example.com.");
        }

        @Test
        void include_the_default_port_of_the_scheme() {
            assertThat(url("http://example.com").port()).isEqualTo(80);
            assertThat(url("https://example.com").port()).isEqualTo(443);
        }
    }

    @Nested
    class A_text_is_unsupported {
        @Test
        void when_it_is_not_absolute_http_or_https() {
            for (String text : List.of(
                    "",
                    "example.com",
                    "/a",
                    "//example.com/",
                    "ftp://example.com/",
                    "http:example.com",
                    "http:/x",
                    "htt",
                    "mailto:a@b.example",
                    "http\u017f://example.com/",
                    "javascript:alert(1)")) {
                assertThat(reason(text)).as(text).isEqualTo("not an absolute http or https URL");
            }
        }

        @Test
        void when_it_carries_credentials() {
            assertThat(reason("http://user:secret@example.com/")).isEqualTo("credentials in a URL are refused");
            assertThat(reason("http://@example.com/")).isEqualTo("credentials in a URL are refused");
            assertThat(norm("http://example.com/@x")).isEqualTo("http://example.com/@x");
        }

        @Test
        void when_the_host_is_empty() {
            for (String text : List.of("http://", "http:///a", "https://?q", "http://#f", "http://:80/")) {
                assertThat(reason(text)).as(text).isEqualTo("the host is empty");
            }
        }

        @Test
        void when_the_host_is_no_name_and_no_address() {
            for (String text : List.of(
                    "http://a..b/",
                    "http://.a/",
                    "http://./",
                    "http://a b/",
                    "http://ex%61mple.com/",
                    "http://good.example\\evil.example/",
                    "http://\uff05.example/",
                    "http://good.example\uff0fevil.example/",
                    "http://\u00ad/",
                    "http://[::1/",
                    "http://[::1]x/",
                    "http://[]/",
                    "http://[1.2.3.4]/",
                    "http://[fe80::1%25eth0]/",
                    "http://[::g]/",
                    "http://" + "a".repeat(64) + ".example/",
                    "http://" + "a.".repeat(128) + "/")) {
                assertThat(reason(text)).as(text).isEqualTo("the host is neither a DNS name nor an IP address");
            }
        }

        @Test
        void when_the_port_is_none() {
            for (String text : List.of(
                    "http://h:0/",
                    "http://h:65536/",
                    "http://h:8a/",
                    "http://h:-1/",
                    "http://h:99999999999/",
                    "http://a:b:80/",
                    "http://h:\uff18/")) {
                assertThat(reason(text)).as(text).isEqualTo("the port is not a number from 1 to 65535");
            }
        }
    }
}
