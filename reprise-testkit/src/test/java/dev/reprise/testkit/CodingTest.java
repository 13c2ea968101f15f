package dev.reprise.testkit;

import static dev.reprise.testkit.Answer.ok;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Encoded bodies, right and damaged; HTTP itself is correct in all of them. */
class CodingTest {
    private static final String TEXT = "a line that repeats itself\n".repeat(50);

    private final FaultServer server = FaultServer.start();
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void gzip_and_both_deflates_decode_to_the_body() throws Exception {
        server.on("/")
                .answer(
                        ok(TEXT).gzip(),
                        ok(TEXT).deflate(),
                        ok(TEXT).rawDeflate(),
                        ok(TEXT).gzip().chunked());
        assertThat(new GZIPInputStream(encoded("gzip")).readAllBytes())
                .asString(UTF_8)
                .isEqualTo(TEXT);
        assertThat(new InflaterInputStream(encoded("deflate")).readAllBytes())
                .asString(UTF_8)
                .isEqualTo(TEXT);
        assertThat(new InflaterInputStream(encoded("deflate"), new Inflater(true)).readAllBytes())
                .asString(UTF_8)
                .isEqualTo(TEXT);
        assertThat(new GZIPInputStream(encoded("gzip")).readAllBytes())
                .asString(UTF_8)
                .isEqualTo(TEXT);
    }

    @Test
    void a_truncated_gzip_ends_in_the_middle() throws Exception {
        server.on("/").answer(Faults.truncatedGzip(TEXT));
        InputStream body = new GZIPInputStream(encoded("gzip"));
        assertThatThrownBy(body::readAllBytes).isInstanceOf(EOFException.class);
    }

    @Test
    void a_gzip_with_a_bad_checksum_decodes_until_its_trailer() throws Exception {
        server.on("/").answer(Faults.badCrcGzip(TEXT));
        InputStream body = new GZIPInputStream(encoded("gzip"));
        assertThat(body.readNBytes(TEXT.length())).asString(UTF_8).isEqualTo(TEXT);
        assertThatThrownBy(body::read).isInstanceOf(ZipException.class);
    }

    @Test
    void a_gzip_bomb_decodes_to_a_thousand_times_its_size() throws Exception {
        long size = 20_000_000;
        server.on("/").answer(Faults.gzipBomb(size));
        byte[] wire = encoded("gzip").readAllBytes();
        assertThat(wire.length).isLessThan((int) (size / 900));
        try (InputStream decoded = new GZIPInputStream(new ByteArrayInputStream(wire))) {
            assertThat(decoded.transferTo(java.io.OutputStream.nullOutputStream()))
                    .isEqualTo(size);
        }
    }

    @Test
    void a_client_that_stops_at_its_limit_ends_the_bomb() throws IOException {
        server.on("/").answer(Faults.gzipBomb(Long.MAX_VALUE));
        try (RawClient raw = new RawClient(server.uri("/"))) {
            assertThat(raw.get("/").read(50_000)).contains("Content-Encoding: gzip\r\n", "Transfer-Encoding: chunked");
        }
        server.close(); // throws if the thread of the bomb went on
    }

    @Test
    void streamed_deflate_ends_properly() throws Exception {
        server.on("/")
                .answer(Answer.zeros(300_000).deflate(), Answer.zeros(300_000).rawDeflate());
        assertThat(new InflaterInputStream(encoded("deflate")).readAllBytes()).hasSize(300_000);
        assertThat(new InflaterInputStream(encoded("deflate"), new Inflater(true)).readAllBytes())
                .hasSize(300_000);
    }

    private InputStream encoded(String coding) throws Exception {
        HttpResponse<byte[]> answer =
                client.send(HttpRequest.newBuilder(server.uri("/")).build(), HttpResponse.BodyHandlers.ofByteArray());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().allValues("Content-Encoding")).containsExactly(coding);
        return new ByteArrayInputStream(answer.body());
    }
}
