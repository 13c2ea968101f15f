package dev.reprise.fetch.internal.journal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * Decodes one outcome line: in full, or only what a later run needs. Fields it does not know are passed over. An
 * instance serves one line.
 */
final class OutcomeDecoder {
    private final JsonParser json;
    private final boolean isFull;

    private long version;
    private @Nullable String url;
    private @Nullable String norm;
    private @Nullable String finalUrl;
    private @Nullable Outcome outcome;
    private @Nullable String tag;
    private int status;
    private int retries;
    private boolean attempted;
    private final List<OutcomeAttempt> attempts = new ArrayList<>(0);
    private @Nullable Instant notBefore;
    private long bytes = OutcomeLine.NO_BYTES;
    private @Nullable String digest;
    private @Nullable String type;
    private @Nullable String file;
    private long ms;
    private @Nullable String run;

    private OutcomeDecoder(JsonParser json, boolean isFull) {
        this.json = json;
        this.isFull = isFull;
    }

    static OutcomeLine line(byte[] bytes, int from, int to) throws DamagedLineException {
        return decode(bytes, from, to, true).line();
    }

    static JournalEntry entry(long offset, byte[] bytes, int from, int to) throws DamagedLineException {
        return decode(bytes, from, to, false).entry(offset);
    }

    private static OutcomeDecoder decode(byte[] bytes, int from, int to, boolean isFull) throws DamagedLineException {
        try (JsonParser json = JournalJson.FACTORY.createParser(ObjectReadContext.empty(), bytes, from, to - from)) {
            OutcomeDecoder decoder = new OutcomeDecoder(json, isFull);
            decoder.object();
            return decoder;
        } catch (JacksonException e) {
            throw new DamagedLineException(e.getOriginalMessage());
        }
    }

    private OutcomeLine line() throws DamagedLineException {
        return new OutcomeLine(
                required(url, "url"),
                norm,
                finalUrl,
                required(outcome, "outcome"),
                tag,
                status,
                retries,
                attempts,
                notBefore,
                bytes,
                digest,
                type,
                file,
                ms,
                run == null ? "" : run);
    }

    private JournalEntry entry(long offset) throws DamagedLineException {
        String spelled = required(url, "url");
        return new JournalEntry(
                offset,
                norm == null ? spelled : norm,
                finalUrl,
                required(outcome, "outcome"),
                tag,
                status,
                attempted,
                notBefore,
                bytes,
                file,
                run == null ? "" : run);
    }

    private static <T> T required(@Nullable T value, String name) throws DamagedLineException {
        if (value == null) {
            throw new DamagedLineException("the field " + name + " is missing");
        }
        return value;
    }

    private void object() throws DamagedLineException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw new DamagedLineException("not a JSON object");
        }
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            field(name);
        }
        if (json.nextToken() != null) {
            throw new DamagedLineException("more than one JSON object");
        }
        if (version != JournalJson.VERSION) {
            throw new DamagedLineException("v is not " + JournalJson.VERSION);
        }
    }

    private void field(String name) throws DamagedLineException {
        switch (name) {
            case "v" -> version = number(name);
            case "url" -> url = text(name);
            case "norm" -> norm = text(name);
            case "finalUrl" -> finalUrl = text(name);
            case "outcome" -> outcome = Outcome.ofWord(required(text(name), name));
            case "tag" -> tag = text(name);
            case "status" -> status = integer(name);
            case "notBefore" -> notBefore = instant(name);
            case "bytes" -> bytes = number(name);
            case "file" -> file = text(name);
            case "run" -> run = text(name);
            case "attempts" -> attempts();
            default -> detail(name);
        }
    }

    private void detail(String name) throws DamagedLineException {
        if (!isFull) {
            skip();
            return;
        }
        switch (name) {
            case "retries" -> retries = integer(name);
            case "digest" -> digest = text(name);
            case "type" -> type = text(name);
            case "ms" -> ms = number(name);
            default -> skip();
        }
    }

    private void attempts() throws DamagedLineException {
        if (json.nextToken() != JsonToken.START_ARRAY) {
            throw new DamagedLineException("attempts is not an array");
        }
        for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
            if (token != JsonToken.START_OBJECT) {
                throw new DamagedLineException("an attempt is not an object");
            }
            attempted = true;
            if (isFull) {
                attempts.add(attempt());
            } else {
                json.skipChildren();
            }
        }
    }

    private OutcomeAttempt attempt() throws DamagedLineException {
        int n = 0;
        Instant at = null;
        long took = 0;
        int answer = 0;
        String error = null;
        String decision = null;
        long delayMs = OutcomeAttempt.NO_DELAY;
        String why = null;
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            switch (name) {
                case "n" -> n = integer(name);
                case "at" -> at = instant(name);
                case "ms" -> took = number(name);
                case "status" -> answer = integer(name);
                case "error" -> error = text(name);
                case "decision" -> decision = text(name);
                case "delayMs" -> delayMs = number(name);
                case "why" -> why = text(name);
                default -> skip();
            }
        }
        return new OutcomeAttempt(n, required(at, "at"), took, answer, error, decision, delayMs, why);
    }

    private void skip() {
        json.nextToken();
        json.skipChildren();
    }

    private @Nullable String text(String name) throws DamagedLineException {
        JsonToken token = json.nextToken();
        if (token == JsonToken.VALUE_STRING) {
            return json.getString();
        }
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        throw new DamagedLineException(name + " is not a text");
    }

    private long number(String name) throws DamagedLineException {
        if (json.nextToken() != JsonToken.VALUE_NUMBER_INT) {
            throw new DamagedLineException(name + " is not a whole number");
        }
        return json.getLongValue();
    }

    private int integer(String name) throws DamagedLineException {
        long value = number(name);
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new DamagedLineException(name + " is out of range");
        }
        return (int) value;
    }

    private @Nullable Instant instant(String name) throws DamagedLineException {
        String text = text(name);
        return text == null ? null : InstantText.parse(text);
    }
}
