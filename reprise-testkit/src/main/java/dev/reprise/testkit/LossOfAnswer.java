package dev.reprise.testkit;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tell whether the answer that a {@link FaultProxy} was to lose has been lost. */
public final class LossOfAnswer {
    private final byte[] text;
    private final CountDownLatch happened = new CountDownLatch(1);

    LossOfAnswer(byte[] text) {
        this.text = text;
    }

    /**
     * Wait until the server has answered, the answer is dropped and the connection reset.
     *
     * @param patience how long to wait at most
     * @return whether it has happened
     * @throws InterruptedException if interrupted while waiting
     */
    public boolean await(Duration patience) throws InterruptedException {
        return happened.await(Objects.requireNonNull(patience, "patience").toNanos(), TimeUnit.NANOSECONDS);
    }

    boolean matches(byte[] bytes, int length) {
        for (int start = 0; start <= length - text.length; start++) {
            int same = 0;
            while (same < text.length && bytes[start + same] == text[same]) {
                same++;
            }
            if (same == text.length) {
                return true;
            }
        }
        return false;
    }

    void hasHappened() {
        happened.countDown();
    }
}
