package dev.reprise.retry;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Catches what the package logs, instead of the console. */
final class LogRecords extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger("dev.reprise.retry");
    private final @Nullable Level before = logger.getLevel();
    private final List<LogRecord> records = new ArrayList<>();

    /** Whether each line that was caught is answered with an exception. */
    volatile boolean broken;

    LogRecords() {
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.ALL);
        logger.addHandler(this);
    }

    synchronized List<String> lines() {
        return records.stream()
                .map(line -> line.getLevel() + " " + line.getMessage())
                .toList();
    }

    synchronized List<LogRecord> records() {
        return List.copyOf(records);
    }

    @Override
    public synchronized void publish(LogRecord line) {
        records.add(line);
        if (broken) {
            // Most loggers ask what was thrown for its message.
            throw new IllegalStateException(
                    line.getThrown() == null ? "broken" : line.getThrown().getMessage());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setLevel(before);
        logger.setUseParentHandlers(true);
    }
}
