package dev.reprise.fetch.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JournalWriterTest {
    /** A file in memory on a disk of some size. */
    private static final class MemoryFile implements JournalFile {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final CountDownLatch forces = new CountDownLatch(1);
        private long room = Long.MAX_VALUE;
        private @Nullable CountDownLatch forceGate;
        private boolean failsToForce;

        @Override
        public synchronized void write(ByteBuffer buffer, long position) throws IOException {
            assertThat(position).isEqualTo(bytes.size());
            while (buffer.hasRemaining()) {
                if (bytes.size() >= room) {
                    throw new IOException("No space left on device");
                }
                bytes.write(buffer.get());
            }
            notifyAll();
        }

        @Override
        public synchronized void truncate(long size) {
            byte[] kept = java.util.Arrays.copyOf(bytes.toByteArray(), (int) size);
            bytes.reset();
            bytes.writeBytes(kept);
        }

        @Override
        public void force() throws IOException {
            forces.countDown();
            CountDownLatch gate = forceGate;
            if (gate != null) {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
            if (failsToForce) {
                throw new IOException("Input/output error");
            }
        }

        synchronized void awaitSize(int size) throws InterruptedException {
            while (bytes.size() < size) {
                wait();
            }
        }

        synchronized String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }

    private final MemoryFile file = new MemoryFile();

    private static String text(int number) {
        return new String(OutcomeCodec.encode(Lines.success(number)), StandardCharsets.UTF_8);
    }

    @Test
    void a_line_reaches_the_file_and_the_disk_without_being_asked_to() throws InterruptedException {
        try (JournalWriter writer = JournalWriter.start(file, 0, "journal")) {
            writer.append(Lines.success(1));
            file.awaitSize(text(1).length());
            assertThat(file.forces.await(50, TimeUnit.SECONDS)).isTrue();
            writer.append(OutcomeCodec.encode(Lines.success(2)));
            file.awaitSize(text(1).length() + text(2).length());
            assertThat(file.text()).isEqualTo(text(1) + text(2));
        }
    }

    @Test
    void flush_waits_until_the_lines_are_written_and_they_are_counted() {
        try (JournalWriter writer = JournalWriter.start(file, 0, "journal")) {
            writer.flush();
            for (int i = 1; i <= 100; i++) {
                writer.append(Lines.success(i));
                writer.flush();
                assertThat(writer.linesWritten()).isEqualTo(i);
                assertThat(writer.bytesWritten()).isEqualTo(file.text().length());
            }
        }
    }

    @Test
    void lines_of_many_threads_stay_whole_and_in_each_threads_order() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (JournalWriter writer = JournalWriter.start(file, 0, "journal")) {
            List<Future<?>> tasks = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                int first = t * 10_000;
                tasks.add(threads.submit(() -> {
                    for (int i = 0; i < 3_000; i++) {
                        writer.append(Lines.success(first + i));
                    }
                }));
            }
            for (Future<?> task : tasks) {
                task.get();
            }
        } finally {
            threads.shutdownNow();
        }
        Map<Integer, Integer> next = new HashMap<>();
        file.text().lines().forEach(line -> {
            String url = OutcomeCodec.decode(line).orElseThrow().url();
            int number = Integer.parseInt(url.substring(url.lastIndexOf('/') + 1));
            assertThat(next.merge(number / 10_000, 1, Integer::sum)).isEqualTo(number % 10_000 + 1);
        });
        assertThat(next.values()).hasSize(8).containsOnly(3_000);
    }

    @Test
    void a_full_disk_cuts_the_partial_line_and_stops_every_further_append() {
        file.room = (long) text(1).length() + text(2).length() + 10;
        JournalWriter writer = JournalWriter.start(file, 0, "journal");
        for (int i = 1; i <= 3; i++) {
            writer.append(Lines.success(i));
        }

        assertThatThrownBy(writer::flush)
                .isInstanceOf(JournalUnusableException.class)
                .hasMessage("journal cannot be written: No space left on device");
        assertThat(file.text()).isEqualTo(text(1) + text(2));
        assertThat(writer.linesWritten()).isEqualTo(2);
        assertThat(writer.bytesWritten()).isEqualTo(file.text().length());
        assertThat(writer.failure()).hasMessageContaining("No space left on device");
        assertThatThrownBy(() -> writer.append(Lines.success(4))).isInstanceOf(JournalUnusableException.class);
        assertThatThrownBy(writer::close).isInstanceOf(JournalUnusableException.class);
        writer.close();
        assertThat(file.text()).isEqualTo(text(1) + text(2));
    }

    @Test
    void a_disk_that_fills_up_releases_who_waits_for_room() {
        file.room = 1000;
        JournalWriter writer = JournalWriter.start(file, 0, "journal");
        byte[] large = new byte[3 << 20];
        large[large.length - 1] = '\n';

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 10; i++) {
                        writer.append(large);
                    }
                })
                .isInstanceOf(JournalUnusableException.class);
        assertThatThrownBy(writer::close).isInstanceOf(JournalUnusableException.class);
        assertThat(file.text()).isEmpty();
    }

    @Test
    void writes_go_on_while_the_disk_is_slow_to_force() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        file.forceGate = gate;
        JournalWriter writer = JournalWriter.start(file, 0, "journal");
        writer.append(Lines.success(1));
        assertThat(file.forces.await(50, TimeUnit.SECONDS)).isTrue();

        writer.append(Lines.success(2));
        writer.flush();

        assertThat(file.text()).isEqualTo(text(1) + text(2));
        gate.countDown();
        writer.close();
    }

    @Test
    void a_disk_that_cannot_force_stops_every_further_append() {
        file.failsToForce = true;
        JournalWriter writer = JournalWriter.start(file, 0, "journal");
        writer.append(Lines.success(1));

        assertThatThrownBy(writer::close)
                .isInstanceOf(JournalUnusableException.class)
                .hasMessage("journal cannot be forced to disk: Input/output error");
        assertThat(file.text()).isEqualTo(text(1));
    }

    @Test
    void closing_writes_everything_forces_it_and_can_be_repeated() {
        JournalWriter writer = JournalWriter.start(file, 0, "journal");
        for (int i = 0; i < 1000; i++) {
            writer.append(Lines.success(i));
        }
        Thread.currentThread().interrupt();
        writer.close();
        assertThat(Thread.interrupted()).isTrue();
        writer.close();

        assertThat(writer.linesWritten()).isEqualTo(1000);
        assertThat(file.text().lines()).hasSize(1000);
        assertThat(file.forces.getCount()).isZero();
        assertThatThrownBy(() -> writer.append(Lines.success(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("journal is closed");
    }

    @Test
    void half_a_line_is_refused() {
        try (JournalWriter writer = JournalWriter.start(file, 0, "journal")) {
            assertThatThrownBy(() -> writer.append(new byte[0])).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> writer.append(new byte[] {'{'})).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(file.text()).isEmpty();
    }

    @Test
    void a_stream_is_written_and_flushed_and_its_end_is_noticed() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JournalWriter writer = JournalWriter.to(out, "standard output")) {
            writer.append(Lines.success(1));
            writer.flush();
            assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(text(1));
        }
        JournalWriter broken = JournalWriter.to(
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("Broken pipe");
                    }
                },
                "standard output");
        broken.append(Lines.success(1));
        assertThatThrownBy(broken::flush).hasMessage("standard output cannot be written: Broken pipe");
        assertThatThrownBy(broken::close).isInstanceOf(JournalUnusableException.class);
    }
}
