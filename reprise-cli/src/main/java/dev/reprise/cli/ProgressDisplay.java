package dev.reprise.cli;

import dev.reprise.fetch.FetchProgress;
import java.time.Duration;
import java.util.function.Supplier;

/** Shows the progress of a run: a bar on a terminal, elsewhere a line now and then. */
final class ProgressDisplay {
    private static final Duration BAR_PAUSE = Duration.ofMillis(200);
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final Console console;
    private final Supplier<FetchProgress> source;
    private final Duration linePause;
    private final Thread thread = new Thread(this::show, "reprise-progress");

    private ProgressDisplay(Console console, Supplier<FetchProgress> source, Duration linePause) {
        this.console = console;
        this.source = source;
        this.linePause = linePause;
    }

    /** Begins to show what the source tells, as a line each {@code linePause} where there is no terminal. */
    static ProgressDisplay start(Console console, Supplier<FetchProgress> source, Duration linePause) {
        ProgressDisplay display = new ProgressDisplay(console, source, linePause);
        display.thread.setDaemon(true);
        display.thread.start();
        return display;
    }

    private void show() {
        boolean bar = console.canRedraw();
        int width = bar ? Terminal.width(console.environment()) : 0;
        ProgressText text = new ProgressText();
        try {
            while (true) {
                Thread.sleep((bar ? BAR_PAUSE : linePause).toMillis());
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
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
