package dev.reprise.testkit;

import java.time.InstantSource;
import java.util.Objects;

/**
 * Set up a server.
 *
 * @param hosts the number of virtual hosts, 1 to 10,000; each takes one file descriptor. Default 1
 * @param clock the clock of recorded instants and countdowns. Default the system's
 * @param recording how much of each request is kept. Default everything
 */
public record FaultServerOptions(int hosts, InstantSource clock, Recording recording) {
    private static final int MOST_HOSTS = 10_000;

    /** {@inheritDoc} */
    public FaultServerOptions {
        if (hosts < 1 || hosts > MOST_HOSTS) {
            throw new IllegalArgumentException("hosts: " + hosts + "; allowed is 1 to " + MOST_HOSTS);
        }
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(recording, "recording");
    }

    /**
     * Return the defaults.
     *
     * @return one host, the system's clock, everything recorded
     */
    public static FaultServerOptions defaults() {
        return new FaultServerOptions(1, InstantSource.system(), Recording.EVERYTHING);
    }

    /**
     * Ask for virtual hosts: 127.0.0.1, 127.0.0.2 and so on, on one port.
     *
     * @param number 1 to 10,000
     * @return the options with this number
     * @throws IllegalArgumentException if the number is outside the range
     */
    public FaultServerOptions hosts(int number) {
        return new FaultServerOptions(number, clock, recording);
    }

    /**
     * Use another clock for recorded instants and countdowns; stalls last by real time whatever it says.
     *
     * @param other the clock
     * @return the options with this clock
     */
    public FaultServerOptions clock(InstantSource other) {
        return new FaultServerOptions(hosts, other, recording);
    }

    /**
     * Keep less of each request.
     *
     * @param other how much
     * @return the options with this recording
     */
    public FaultServerOptions recording(Recording other) {
        return new FaultServerOptions(hosts, clock, other);
    }
}
