package dev.reprise.cli;

import dev.reprise.fetch.FetchProgress;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows the progress of a run: a bar on a terminal, elsewhere a line each 10 seconds. */
final class ProgressDisplay {
    private static final Duration BAR_PAUSE = Duration.ofMillis(200);
    private static final Duration LINE_PAUSE = Duration.ofSeconds(10);
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final Console console;
    private final @Nullable Thread thread;

    /** Begins to show what the source tells; nothing without a source. */
    ProgressDisplay(Console console, @Nullable Supplier<FetchProgress> source) {
        this.console = console;
        if (source == null) {
            thread = null;
            return;
        }
        thread = new Thread(() -> show(source), "reprise-progress");
        thread.setDaemon(true);
        thread.start();
    }

    private void show(Supplier<FetchProgress> source) {
        boolean bar = console.canRedraw();
        int width = bar ? Terminal.width(console.environment()) : 0;
        ProgressText text = new ProgressText();
        try {
            while (true) {
                Thread.sleep((bar ? BAR_PAUSE : LINE_PAUSE).toMillis());
                text.add(source.get());
                if (bar) {
                    console.err().print(CLEAR_LINE + text.bar(width - 1));
                    console.err().flush();
                } else {
                    console.err().println(text.line());
                }
            }
        } catch (InterruptedException closed) {
            if (bar) {
                console.err().print(CLEAR_LINE);
                console.err().flush();
            }
        }
    }

    /** Ends the show, and leaves the line empty. */
    void stop() {
        if (thread == null) {
            return;
        }
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
