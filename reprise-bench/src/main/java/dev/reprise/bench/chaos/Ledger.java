package dev.reprise.bench.chaos;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What the enqueuing side was told, and so what must be there at the end. */
final class Ledger {
    private final List<Entry> entries = new ArrayList<>();

    synchronized void add(Entry entry) {
        entries.add(entry);
    }

    /** How many jobs must be there for sure. */
    synchronized long certain() {
        return entries.stream().filter(entry -> entry.expect == Expect.ONCE).count();
    }

    synchronized void save(DataSource direct) throws SQLException {
        try (Connection connection = direct.getConnection();
                PreparedStatement insert = connection.prepareStatement(ChaosSql.TABLES.get("add to ledger"))) {
            connection.setAutoCommit(false);
            for (Entry entry : entries) {
                insert.setLong(1, entry.number);
                insert.setInt(2, entry.batch);
                insert.setString(3, entry.way);
                insert.setString(4, entry.expect.text);
                insert.setInt(5, entry.maxAttempts);
                insert.setObject(6, entry.answer);
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
        }
    }

    /** What must be true of a number; {@code tables.sql} says what each means. */
    enum Expect {
        ONCE("once"),
        PERHAPS("perhaps"),
        NEVER("never"),
        ORDER("order"),
        ANSWERED("answered");

        private final String text;

        Expect(String text) {
            this.text = text;
        }
    }

    /** One number. */
    record Entry(
            long number,
            int batch,
            String way,
            Expect expect,
            int maxAttempts,
            @Nullable UUID answer) {}
}
