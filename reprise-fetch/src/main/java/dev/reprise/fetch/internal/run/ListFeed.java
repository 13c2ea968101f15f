package dev.reprise.fetch.internal.run;

import dev.reprise.fetch.internal.list.ListLine;
import dev.reprise.fetch.internal.list.UrlList;
import dev.reprise.fetch.internal.url.FetchUrl;
import dev.reprise.fetch.internal.url.UnsupportedUrl;
import dev.reprise.fetch.internal.url.UrlParse;
import java.io.IOException;

/** Read the list into the book, a few lines at a time, so that the first request need not wait for the last line. */
public final class ListFeed {
    private final UrlList list;
    private final Book book;
    private volatile boolean over;

    public ListFeed(UrlList list, Book book) {
        this.list = list;
        this.book = book;
    }

    /** Read some lines; false once the list is over. A run that is ending only counts what is left. */
    public boolean read(int atMost, boolean ending) throws IOException {
        for (int i = 0; i < atMost && !over; i++) {
            ListLine line = list.next();
            if (line == null) {
                over = true;
            } else {
                take(line, ending);
            }
        }
        return !over;
    }

    public boolean over() {
        return over;
    }

    private void take(ListLine line, boolean ending) throws IOException {
        String problem = line.problem();
        UrlParse parsed = problem == null ? FetchUrl.parse(line.text()) : new UnsupportedUrl(line.text(), problem);
        synchronized (book) {
            if (parsed instanceof FetchUrl url) {
                book.listed(url, line, ending);
            } else if (parsed instanceof UnsupportedUrl unsupported) {
                book.unsupported(line.text(), unsupported.reason(), line, ending);
            }
        }
    }
}
