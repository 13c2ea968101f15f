package dev.reprise.cli;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes and reads maps, lists, texts, numbers and booleans as one line of JSON. */
final class Json {
    private Json() {}

    static String of(Map<String, ?> object) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            write(json, object);
        }
        return text.toString();
    }

    /** Reads an object whose members are not null; {@link JacksonException} says what is wrong with the line. */
    static Map<String, Object> read(String line) {
        try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), line)) {
            json.nextToken();
            return readObject(json);
        }
    }

    private static Map<String, Object> readObject(JsonParser json) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            json.nextToken();
            object.put(name, readValue(json));
        }
        return object;
    }

    private static Object readValue(JsonParser json) {
        return switch (json.currentToken()) {
            case START_OBJECT -> readObject(json);
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    list.add(readValue(json));
                }
                yield list;
            }
            case VALUE_TRUE, VALUE_FALSE -> json.currentToken() == JsonToken.VALUE_TRUE;
            case VALUE_NUMBER_INT -> json.getLongValue();
            default -> json.getString();
        };
    }

    private static void write(JsonGenerator json, Object value) {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            map.forEach((name, member) -> {
                json.writeName((String) name);
                write(json, member);
            });
            json.writeEndObject();
        } else if (value instanceof Collection<?> list) {
            json.writeStartArray();
            list.forEach(element -> write(json, element));
            json.writeEndArray();
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof BigDecimal number) {
            json.writeNumber(number);
        } else if (value instanceof Number number) {
            json.writeNumber(number.longValue());
        } else {
            json.writeString(value.toString());
        }
    }
}
