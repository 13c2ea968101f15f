package dev.reprise.fetch.internal.journal;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;

/** Encodes outcome lines, one after the other, into one buffer. Not thread-safe. */
final class OutcomeEncoder {
    private static final SerializedString V = new SerializedString("v");
    private static final SerializedString URL = new SerializedString("url");
    private static final SerializedString NORM = new SerializedString("norm");
    private static final SerializedString FINAL_URL = new SerializedString("finalUrl");
    private static final SerializedString OUTCOME = new SerializedString("outcome");
    private static final SerializedString TAG = new SerializedString("tag");
    private static final SerializedString STATUS = new SerializedString("status");
    private static final SerializedString RETRIES = new SerializedString("retries");
    private static final SerializedString ATTEMPTS = new SerializedString("attempts");
    private static final SerializedString N = new SerializedString("n");
    private static final SerializedString AT = new SerializedString("at");
    private static final SerializedString MS = new SerializedString("ms");
    private static final SerializedString ERROR = new SerializedString("error");
    private static final SerializedString DECISION = new SerializedString("decision");
    private static final SerializedString DELAY_MS = new SerializedString("delayMs");
    private static final SerializedString WHY = new SerializedString("why");
    private static final SerializedString NOT_BEFORE = new SerializedString("notBefore");
    private static final SerializedString BYTES = new SerializedString("bytes");
    private static final SerializedString DIGEST = new SerializedString("digest");
    private static final SerializedString TYPE = new SerializedString("type");
    private static final SerializedString FILE = new SerializedString("file");
    private static final SerializedString RUN = new SerializedString("run");

    private final Buffer buffer = new Buffer();
    private final JsonGenerator json = JournalJson.FACTORY.createGenerator(ObjectWriteContext.empty(), buffer);
    private final InstantText instants = new InstantText();

    /** Encodes a line and its line feed; they are {@link #bytes()} until the next call. */
    void encode(OutcomeLine line) {
        buffer.reset();
        json.writeStartObject();
        number(V, JournalJson.VERSION);
        text(URL, line.url());
        text(NORM, line.norm());
        text(FINAL_URL, line.finalUrl());
        text(OUTCOME, line.outcome().word());
        text(TAG, line.tag());
        if (line.status() != 0) {
            number(STATUS, line.status());
        }
        number(RETRIES, line.retries());
        json.writeName(ATTEMPTS);
        json.writeStartArray();
        for (OutcomeAttempt attempt : line.attempts()) {
            write(attempt);
        }
        json.writeEndArray();
        instant(NOT_BEFORE, line.notBefore());
        if (line.bytes() >= 0) {
            number(BYTES, line.bytes());
        }
        text(DIGEST, line.digest());
        text(TYPE, line.type());
        text(FILE, line.file());
        number(MS, line.ms());
        text(RUN, line.run());
        json.writeEndObject();
        json.writeRaw('\n');
        json.flush();
    }

    byte[] bytes() {
        return buffer.array();
    }

    int length() {
        return buffer.size();
    }

    private void write(OutcomeAttempt attempt) {
        json.writeStartObject();
        number(N, attempt.n());
        instant(AT, attempt.at());
        number(MS, attempt.ms());
        if (attempt.status() != 0) {
            number(STATUS, attempt.status());
        }
        text(ERROR, attempt.error());
        text(DECISION, attempt.decision());
        if (attempt.delayMs() >= 0) {
            number(DELAY_MS, attempt.delayMs());
        }
        text(WHY, attempt.why());
        json.writeEndObject();
    }

    private void text(SerializableString name, @Nullable String value) {
        if (value != null) {
            json.writeName(name);
            json.writeString(value);
        }
    }

    private void number(SerializableString name, long value) {
        json.writeName(name);
        json.writeNumber(value);
    }

    private void instant(SerializableString name, @Nullable Instant value) {
        if (value != null) {
            json.writeName(name);
            json.writeString(instants.format(value), 0, InstantText.LENGTH);
        }
    }

    /** Lets the bytes be used without a copy. */
    private static final class Buffer extends ByteArrayOutputStream {
        Buffer() {
            super(1024);
        }

        byte[] array() {
            return buf;
        }
    }
}
