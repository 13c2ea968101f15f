package dev.reprise.fetch.internal.journal;

import dev.reprise.fetch.internal.journal.JournalScan.Damage;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads all sound lines of a journal; a damaged line is counted and hides nothing after it. */
final class JournalReader implements LineScanner.Sink {
    private static final int REPORTED = 10;

    private final Visitor visitor;
    private final List<Damage> firstDamaged = new ArrayList<>();
    private long lines;
    private long damaged;

    private JournalReader(Visitor visitor) {
        this.visitor = visitor;
    }

    static JournalScan entries(FileChannel channel, Consumer<JournalEntry> consumer) throws IOException {
        return read(channel, (offset, bytes, from, to) -> {
            consumer.accept(OutcomeDecoder.entry(offset, bytes, from, to));
            return true;
        });
    }

    static JournalScan lines(FileChannel channel, Consumer<OutcomeLine> consumer) throws IOException {
        return read(channel, (offset, bytes, from, to) -> {
            consumer.accept(OutcomeDecoder.line(bytes, from, to));
            return true;
        });
    }

    /** Tells whether there is one sound line at least. */
    static boolean hasLine(FileChannel channel) throws IOException {
        JournalScan scan = read(channel, (offset, bytes, from, to) -> {
            OutcomeDecoder.entry(offset, bytes, from, to);
            return false;
        });
        return scan.lines() > 0;
    }

    private static JournalScan read(FileChannel channel, Visitor visitor) throws IOException {
        JournalReader reader = new JournalReader(visitor);
        long end = LineScanner.scan(channel, reader);
        return new JournalScan(reader.lines, reader.damaged, reader.firstDamaged, end, channel.size() - end);
    }

    @Override
    public boolean line(long offset, byte[] bytes, int from, int to) {
        if (isBlank(bytes, from, to)) {
            return true;
        }
        try {
            boolean goOn = visitor.line(offset, bytes, from, to);
            lines++;
            return goOn;
        } catch (DamagedLineException e) {
            damage(offset, String.valueOf(e.getMessage()));
            return true;
        }
    }

    @Override
    public void tooLong(long offset) {
        damage(offset, "the line is longer than " + LineScanner.MAX_LINE + " bytes");
    }

    private void damage(long offset, String reason) {
        damaged++;
        if (firstDamaged.size() < REPORTED) {
            firstDamaged.add(new Damage(offset, reason));
        }
    }

    /** A blank line, which an editor may leave, says nothing and harms nothing. */
    private static boolean isBlank(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != ' ' && bytes[i] != '\r') {
                return false;
            }
        }
        return true;
    }

    /** Decodes one line and uses it; returns false to end the reading. */
    private interface Visitor {
        boolean line(long offset, byte[] bytes, int from, int to) throws DamagedLineException;
    }
}
