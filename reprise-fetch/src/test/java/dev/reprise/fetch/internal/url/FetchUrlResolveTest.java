package dev.reprise.fetch.internal.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FetchUrlResolveTest {
    private static final FetchUrl BASE = (FetchUrl) FetchUrl.parse("https://h.example:8443/a/b/c;d?q=/x");

    private static String resolved(String location) {
        return BASE.resolve(location).toString();
    }

    // RFC 3986, 5.4, as far as http and https go.
    @Test
    void a_reference_resolves_as_the_standard_says() {
        assertThat(resolved("g")).isEqualTo("https://h.example:8443/a/b/g");
        assertThat(resolved("./g")).isEqualTo("https://h.example:8443/a/b/g");
        assertThat(resolved("g/")).isEqualTo("https://h.example:8443/a/b/g/");
        assertThat(resolved("/g")).isEqualTo("https://h.example:8443/g");
        assertThat(resolved("//g")).isEqualTo("https://g/");
        assertThat(resolved("?y")).isEqualTo("https://h.example:8443/a/b/c;d?y");
        assertThat(resolved("g?y#s")).isEqualTo("https://h.example:8443/a/b/g?y");
        assertThat(resolved("#s")).isEqualTo(BASE.norm());
        assertThat(resolved(";x")).isEqualTo("https://h.example:8443/a/b/;x");
        assertThat(resolved(".")).isEqualTo("https://h.example:8443/a/b/");
        assertThat(resolved("..")).isEqualTo("https://h.example:8443/a/");
        assertThat(resolved("../../../g")).isEqualTo("https://h.example:8443/g");
        assertThat(resolved("g;x=1/../y")).isEqualTo("https://h.example:8443/a/b/y");
        assertThat(resolved("g?y/../x")).isEqualTo("https://h.example:8443/a/b/g?y/../x");
    }

    @Test
    void an_absolute_location_is_normalised_as_in_a_list() {
        assertThat(resolved(" HTTP://Other.Example:80/x y ")).isEqualTo("http://other.example/x%20y");
        assertThat(resolved("//Bücher.example/ü")).isEqualTo("https://xn--bcher-kva.example/%C3%BC");
    }

    @Test
    void a_location_that_cannot_be_followed_says_why() {
        assertThat(BASE.resolve(" ")).isEqualTo(new UnsupportedUrl("", "an empty reference"));
        for (String text : List.of("ftp://h.example/", "about:blank", "http:g", "localhost:8080/x")) {
            assertThat(BASE.resolve(text)).isEqualTo(new UnsupportedUrl(text, "not an absolute http or https URL"));
        }
        assertThat(BASE.resolve("//u:p@evil.example/")).isInstanceOf(UnsupportedUrl.class);
    }

    // webrecorder/browsertrix-crawler#569, Norconex/crawler#199: a Location that is not ASCII.
    @Test
    void a_location_header_of_utf_8_bytes_is_read_as_utf_8() {
        String utf8 = "/caf\u00c3\u00a9?\u00e6\u0097\u00a5";

        assertThat(BASE.resolveHeader(utf8)).hasToString("https://h.example:8443/caf%C3%A9?%E6%97%A5");
        assertThat(BASE.resolveHeader("http://b\u00c3\u00bccher.example/"))
                .hasToString("http://xn--bcher-kva.example/");
    }

    @Test
    void a_location_header_of_other_bytes_gives_the_server_its_own_bytes_back() {
        assertThat(BASE.resolveHeader("/caf\u00e9")).hasToString("https://h.example:8443/caf%E9");
    }

    @Test
    void a_location_header_that_is_decoded_already_is_taken_as_text() {
        assertThat(BASE.resolveHeader("/日本")).hasToString("https://h.example:8443/%E6%97%A5%E6%9C%AC");
        assertThat(BASE.resolveHeader("/plain")).hasToString("https://h.example:8443/plain");
        assertThat(BASE.resolve("/caf\u00e9")).hasToString("https://h.example:8443/caf%C3%A9");
    }
}
