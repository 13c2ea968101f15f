package dev.reprise.fetch.internal.url;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Makes text of a header value that was read one character a byte. */
final class HeaderText {
    private HeaderText() {}

    static String decode(String header) {
        int all = 0;
        for (int i = 0; i < header.length(); i++) {
            all |= header.charAt(i);
        }
        if (all < 0x80 || all > 0xFF) {
            return header;
        }
        byte[] bytes = header.getBytes(StandardCharsets.ISO_8859_1);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            StringBuilder out = new StringBuilder(bytes.length + 16);
            for (byte b : bytes) {
                if (b < 0) {
                    UrlText.appendEscape(out, b);
                } else {
                    out.append((char) b);
                }
            }
            return out.toString();
        }
    }
}
