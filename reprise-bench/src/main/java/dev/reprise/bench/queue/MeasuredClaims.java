package dev.reprise.bench.queue;

import java.sql.SQLException;

/** A contender whose claims can be timed apart from the work. */
interface MeasuredClaims {

    /**
     * Claims a batch many times, with the backlog kept as it was.
     *
     * @return how long each claim took, its commit included, in nanoseconds
     */
    long[] claim(int batch, int times) throws SQLException;
}
