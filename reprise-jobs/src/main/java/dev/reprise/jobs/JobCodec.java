package dev.reprise.jobs;

/**
 * Turn payloads and results into bytes, and back.
 *
 * <p>{@link #json} suits records and beans; an implementation of your own may be handed to a client and to a worker, which
 * must then agree. It is called by many threads at once.
 */
public interface JobCodec {
    /**
     * Take JSON, by Jackson 3. Unknown properties are ignored, so that a worker of yesterday reads a payload of today.
     *
     * @return the codec that is used unless another is given
     */
    static JobCodec json() {
        return JacksonCodec.INSTANCE;
    }

    /**
     * Encode a value.
     *
     * @param value never null
     * @return its bytes
     * @throws Exception if it cannot be encoded: the enqueue is refused, the attempt fails with VALUE_NOT_ENCODABLE
     */
    byte[] encode(Object value) throws Exception;

    /**
     * Decode a value.
     *
     * @param <T> the type
     * @param bytes what {@link #encode} returned, perhaps years ago
     * @param type the type to read
     * @return the value
     * @throws Exception if the bytes cannot be read: that job alone fails, with PAYLOAD_UNREADABLE
     */
    <T> T decode(byte[] bytes, Class<T> type) throws Exception;
}
