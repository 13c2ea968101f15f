package dev.reprise.backoff;

/** Give the delays of a schedule with jitter, one draw each; a table keeps the cost the same at every failure. */
final class DrawnDelays {
    private final Curve curve;
    private final Band band;
    private final Row[] first;
    private final int settledAt;
    private final Row settled;

    DrawnDelays(BackoffSettings settings) {
        curve = new Curve(settings);
        band = new Band(settings);
        settledAt = curve.msSettledAt();
        settled = new Row(band, curve.ms(settledAt));
        first = new Row[PlainDelays.rows(settings, settledAt)];
        for (int i = 0; i < first.length; i++) {
            first[i] = new Row(band, curve.ms(i + 1));
        }
    }

    long nanos(int n, double u) {
        Row row;
        if (n <= first.length) {
            row = first[n - 1];
        } else if (n >= settledAt) {
            row = settled;
        } else {
            return band.at(curve.ms(n), u);
        }
        return band.draw(row.start, row.width, row.scale, row.fine, u);
    }

    /** What {@link Band#draw} needs to know of one delay. */
    private static final class Row {
        private final double start;
        private final double width;
        private final double scale;
        private final boolean fine;

        Row(Band band, double pre) {
            start = band.start(pre);
            width = band.width(pre);
            scale = band.scale(pre);
            fine = band.isFine(pre);
        }
    }
}
