package dev.reprise.jobs;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON as Jackson 3 writes it by default. */
final class JacksonCodec implements JobCodec {
    static final JacksonCodec INSTANCE = new JacksonCodec();

    private final JsonMapper mapper = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private JacksonCodec() {}

    @Override
    public byte[] encode(Object value) {
        return mapper.writeValueAsBytes(value);
    }

    @Override
    public <T> T decode(byte[] bytes, Class<T> type) {
        T value = mapper.readValue(bytes, type);
        if (value == null) {
            throw new IllegalArgumentException("the payload is the JSON null");
        }
        return value;
    }
}
