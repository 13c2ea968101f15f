package dev.reprise.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the server when its JVM does not close it. */
class KilledJvmTest {
    @TempDir
    private Path temporary;

    @Test
    void a_killed_jvm_leaves_no_server_and_no_temporary_folder() throws Exception {
        try (Other other = Other.start()) {
            other.process.destroyForcibly();

            other.awaitChildren();
            assertThat(other.folder).doesNotExist();
        }
    }

    @Test
    void a_jvm_that_is_told_to_end_stops_its_server_and_deletes_the_temporary_folder() throws Exception {
        try (Other other = Other.start()) {
            other.process.destroy();

            other.process.onExit().get(30, TimeUnit.SECONDS);
            other.awaitChildren();
            assertThat(other.folder).doesNotExist();
        }
    }

    @Test
    void the_folder_of_a_killed_jvm_is_kept_and_can_be_used_at_once() throws Exception {
        try (Other other = Other.start(temporary.toString())) {
            other.process.destroyForcibly().onExit().join();

            try (EmbeddedPostgres postgres = EmbeddedPostgres.in(temporary).start()) {
                assertThat(Sql.text(postgres.dataSource(), "select min(x) from t"))
                        .isEqualTo("7");
            }
        }
    }

    /** A JVM with a server of its own. */
    private static final class Other implements AutoCloseable {
        private final Process process;
        private final Path folder;
        private final List<ProcessHandle> children;

        private Other(Process process, Path folder) {
            this.process = process;
            this.folder = folder;
            this.children = process.descendants().toList();
        }

        static Other start(String... arguments) throws IOException {
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            ProcessBuilder builder =
                    new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), Starter.class.getName());
            builder.command().addAll(List.of(arguments));
            Process process =
                    builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
            BufferedReader reader = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
            Other other = new Other(process, Path.of(reader.readLine()));
            assertThat(other.folder).isDirectory();
            assertThat(other.children).as("shell, server and its helpers").hasSizeGreaterThan(2);
            return other;
        }

        void awaitChildren() throws Exception {
            for (ProcessHandle child : children) {
                child.onExit().get(30, TimeUnit.SECONDS);
            }
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }

    /** Starts a server, prints its folder, and waits for ever. */
    static final class Starter {
        private Starter() {}

        public static void main(String[] arguments) throws SQLException, IOException {
            EmbeddedPostgres postgres = arguments.length == 0
                    ? EmbeddedPostgres.start()
                    : EmbeddedPostgres.in(Path.of(arguments[0])).start();
            // Enough to write that the server does not end in an instant.
            Sql.run(postgres.dataSource(), "create table t as select generate_series(7, 1000000) as x");
            System.out.println(postgres.folder());
            System.in.read();
        }
    }
}
