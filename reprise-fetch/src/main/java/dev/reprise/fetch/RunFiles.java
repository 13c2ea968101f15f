package dev.reprise.fetch;

import dev.reprise.fetch.internal.index.UrlState;
import dev.reprise.fetch.internal.journal.Journal;
import dev.reprise.fetch.internal.journal.JournalEntry;
import dev.reprise.fetch.internal.journal.JournalScan;
import dev.reprise.fetch.internal.journal.JournalUnusableException;
import dev.reprise.fetch.internal.journal.JournalWriter;
import dev.reprise.fetch.internal.journal.Outcome;
import dev.reprise.fetch.internal.journal.OutcomeLine;
import dev.reprise.fetch.internal.list.UrlList;
import dev.reprise.fetch.internal.run.Bodies;
import dev.reprise.fetch.internal.run.Book;
import dev.reprise.fetch.internal.run.OutcomeLines;
import dev.reprise.fetch.internal.run.RunClock;
import dev.reprise.fetch.internal.run.RunId;
import dev.reprise.fetch.internal.run.RunSettings;
import dev.reprise.fetch.internal.url.FetchUrl;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Open what a run reads and writes, and tell its book what earlier runs wrote. */
final class RunFiles implements AutoCloseable {
    private final UrlList list;
    private final @Nullable Path spooled;
    private final @Nullable Journal journal;
    private final JournalWriter writer;
    private final Book book;
    private long damagedLines;

    private RunFiles(
            UrlList list,
            @Nullable Path spooled,
            @Nullable Journal journal,
            JournalWriter writer,
            RunSettings settings,
            RunClock clock) {
        this.list = list;
        this.spooled = spooled;
        this.journal = journal;
        this.writer = writer;
        OutcomeLines lines = new OutcomeLines(settings, clock, RunId.of(clock.now()));
        this.book = new Book(list, settings.manners(), lines, this::append, clock);
    }

    static RunFiles open(
            RunSource source,
            RunSettings settings,
            @Nullable Path journalPath,
            @Nullable OutputStream outcomes,
            boolean fresh,
            RunClock clock)
            throws FetchUnusableException {
        Path listPath = source instanceof RunSource.ListFile file ? file.path() : null;
        Journal journal = null;
        UrlList list = null;
        Path spool = null;
        boolean opened = false;
        try {
            if (settings.bodies() != null) {
                settings.bodies().prepare();
            }
            if (listPath != null) {
                list = openList(listPath);
            }
            if (journalPath != null && fresh) {
                Journal.setAside(journalPath, listPath);
            }
            journal = journalPath == null ? null : Journal.open(journalPath, listPath);
            if (source instanceof RunSource.Stream stream) {
                spool = spoolPath(journalPath);
                list = UrlList.spool(stream.lines(), spool);
            } else if (source instanceof RunSource.OneUrl one) {
                list = UrlList.single(one.url());
            }
            JournalWriter writer =
                    journal != null ? journal.writer() : JournalWriter.to(required(outcomes), "the outcome stream");
            RunFiles files =
                    new RunFiles(java.util.Objects.requireNonNull(list), spool, journal, writer, settings, clock);
            files.recall(settings.bodies());
            opened = true;
            return files;
        } catch (JournalUnusableException e) {
            throw new FetchUnusableException(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw e instanceof FetchUnusableException unusable
                    ? unusable
                    : new FetchUnusableException("the list cannot be read: " + e.getMessage(), e);
        } finally {
            if (!opened) {
                closeQuietly(list);
                closeQuietly(journal);
                delete(spool);
            }
        }
    }

    UrlList list() {
        return list;
    }

    Book book() {
        return book;
    }

    long damagedLines() {
        return damagedLines;
    }

    @Override
    public void close() throws FetchUnusableException {
        try {
            writer.close();
            if (journal != null) {
                journal.close();
            }
        } catch (JournalUnusableException e) {
            throw new FetchUnusableException(String.valueOf(e.getMessage()), e);
        } finally {
            closeQuietly(list);
            delete(spooled);
        }
    }

    private void append(OutcomeLine line) throws FetchUnusableException {
        try {
            writer.append(line);
        } catch (JournalUnusableException e) {
            throw new FetchUnusableException(String.valueOf(e.getMessage()), e);
        }
    }

    private void recall(@Nullable Bodies bodies) {
        if (journal == null) {
            return;
        }
        synchronized (book) {
            JournalScan scan = journal.entries(entry -> recall(entry, bodies));
            damagedLines = scan.damaged();
        }
    }

    private void recall(JournalEntry entry, @Nullable Bodies bodies) {
        book.past(entry.key(), state(entry, bodies));
        if (entry.notBefore() != null && entry.outcome() == Outcome.DEFERRED) {
            String held = entry.finalUrl() != null ? entry.finalUrl() : entry.key();
            if (FetchUrl.parse(held) instanceof FetchUrl url) {
                book.restore(url, entry.notBefore());
            }
        }
    }

    private static UrlState state(JournalEntry entry, @Nullable Bodies bodies) {
        return switch (entry.outcome()) {
            case SUCCESS -> isKept(entry, bodies) ? UrlState.PAST_SUCCESS : UrlState.PAST_OPEN;
            case FAILED -> UrlState.PAST_FAILED;
            case DEFERRED, SKIPPED -> UrlState.PAST_OPEN;
        };
    }

    /** Tell whether a success still has all that it promised: with bodies kept, its file, whole. */
    private static boolean isKept(JournalEntry entry, @Nullable Bodies bodies) {
        if (bodies == null) {
            return true;
        }
        if (entry.file() == null) {
            return false;
        }
        try {
            return Files.size(bodies.resolve(entry.file())) == entry.bytes();
        } catch (IOException e) {
            return false;
        }
    }

    private static UrlList openList(Path path) throws FetchUnusableException {
        try {
            return UrlList.open(path);
        } catch (IOException e) {
            throw new FetchUnusableException("the list " + path + " cannot be read: " + reason(e), e);
        }
    }

    private static String reason(IOException e) {
        return e instanceof java.nio.file.NoSuchFileException ? "no such file" : String.valueOf(e.getMessage());
    }

    /** Return a new file, beside the journal, that cannot be one of the user's. */
    private static Path spoolPath(@Nullable Path journal) throws IOException {
        if (journal == null) {
            return Files.createTempFile("reprise-list-", ".txt");
        }
        return Files.createTempFile(journal.toAbsolutePath().getParent(), journal.getFileName() + "-list-", ".txt");
    }

    private static void delete(@Nullable Path spool) {
        try {
            if (spool != null) {
                Files.deleteIfExists(spool);
            }
        } catch (IOException e) {
            spool.toFile().deleteOnExit();
        }
    }

    private static OutputStream required(@Nullable OutputStream outcomes) {
        return java.util.Objects.requireNonNull(outcomes, "outcomes");
    }

    private static void closeQuietly(java.io.@Nullable Closeable closeable) {
        try {
            if (closeable != null) {
                closeable.close();
            }
        } catch (IOException | JournalUnusableException e) {
            // The failure that is already under way tells more.
            return;
        }
    }
}
