package dev.reprise.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class OutputTapTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final LineSearch search = new LineSearch(Pattern.compile("ready"));

    @Test
    void any_bytes_pass_unharmed() throws Exception {
        byte[] bytes = new byte[1_000_000];
        new Random(4).nextBytes(bytes);
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        OutputTap tap = start(new ByteArrayInputStream(bytes), to);
        tap.await(LONG);
        assertThat(to.toByteArray()).isEqualTo(bytes);
        assertThat(tap.failure()).isNull();
    }

    @Test
    void a_prompt_is_handed_on_before_its_line_ends() throws Exception {
        PipedOutputStream command = new PipedOutputStream();
        PipedOutputStream to = new PipedOutputStream();
        PipedInputStream reader = new PipedInputStream(to);
        start(new PipedInputStream(command), to);
        command.write("name? ".getBytes(UTF_8));
        command.flush();
        assertThat(reader.readNBytes(6)).asString(UTF_8).isEqualTo("name? ");
        command.close();
    }

    @Test
    void who_holds_the_pipe_after_the_commands_end_is_not_waited_for() throws Exception {
        try (PipedOutputStream leftBehind = new PipedOutputStream()) {
            ByteArrayOutputStream to = new ByteArrayOutputStream();
            OutputTap tap = start(new PipedInputStream(leftBehind), to);
            leftBehind.write("ready\n".getBytes(UTF_8));
            leftBehind.flush();
            tap.await(LONG);
            assertThat(to.toString(UTF_8)).isEqualTo("ready\n");
            assertThat(search.found()).isTrue();
        }
    }

    @Test
    void where_nobody_reads_the_commands_pipe_is_closed_too() throws Exception {
        boolean[] closed = new boolean[1];
        InputStream from = new ByteArrayInputStream("more\n".getBytes(UTF_8)) {
            @Override
            public void close() {
                closed[0] = true;
            }
        };
        OutputTap tap = start(from, new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("Broken pipe");
            }
        });
        tap.await(LONG);
        assertThat(tap.failure()).hasMessage("Broken pipe");
        assertThat(closed[0]).isTrue();
    }

    @Test
    void a_reader_that_has_stopped_is_not_waited_for_longer_than_is_asked() throws Exception {
        try (PipedOutputStream to = new PipedOutputStream();
                PipedInputStream neverRead = new PipedInputStream(to, 1)) {
            OutputTap tap = start(new ByteArrayInputStream("more than one".getBytes(UTF_8)), to);
            tap.await(Duration.ofMillis(50));
            assertThat(neverRead.available()).isEqualTo(1);
            assertThat(tap.failure()).isNull();
        }
    }

    @Test
    void a_search_that_is_given_up_does_not_end_the_output() throws Exception {
        byte[] bytes = ("a".repeat(60_000) + "b\nmore\n").repeat(3).getBytes(UTF_8);
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        List<LineSearch> slowAndDeep = List.of(
                new LineSearch(Pattern.compile("(.*)(.*)(.*)z$")), new LineSearch(Pattern.compile("(?:a|b|(c))*d")));
        OutputTap.start("test", new ByteArrayInputStream(bytes), to, slowAndDeep)
                .await(LONG);
        assertThat(to.toByteArray()).isEqualTo(bytes);
    }

    private OutputTap start(InputStream from, OutputStream to) {
        return OutputTap.start("test", from, to, List.of(search));
    }
}
