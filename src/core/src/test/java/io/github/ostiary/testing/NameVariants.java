package io.github.ostiary.testing;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Other ways to write a path or a name: what a caller may choose and a server makes one of. Not thread-safe. */
public final class NameVariants {

    /** How a letter e is written with marks: 30 ways, the last five in two characters or three. */
    public static final List<String> ACCENTED_E =
            List.of(("é è ê ë ē ĕ ė ę ě ȅ ȇ ȩ ẹ ẻ ẽ ế ề ể ễ ệ ḕ ḗ ḙ ḛ ḝ e\u0301 e\u0300 e\u0308 e\u0302\u0301 e\u0323")
                    .split(" "));

    private static final String UNRESERVED = "-._~";

    private final Random random;

    /** The same ones for the same seed. */
    public NameVariants(long seed) {
        random = new Random(seed);
    }

    /** Spells a path that begins with a slash: escapes, either case of hex digits, parameters, dots and double slashes. */
    public String of(String path) {
        StringBuilder spelt = new StringBuilder();
        for (String segment : path.substring(1).split("/", -1)) {
            spelt.append('/').append(detour()).append(escaped(segment)).append(parameters());
        }
        return spelt.append(random.nextInt(6) == 0 ? "/" : "").toString();
    }

    private String detour() {
        return switch (random.nextInt(12)) {
            case 0 -> "./";
            case 1 -> "x/../";
            case 2 -> "/";
            case 3 -> "%2e/";
            case 4 -> "y;z/%2E./";
            default -> "";
        };
    }

    private String parameters() {
        return switch (random.nextInt(8)) {
            case 0 -> ";";
            case 1 -> ";x";
            case 2 -> ";jsessionid=1";
            default -> "";
        };
    }

    private String escaped(String segment) {
        StringBuilder text = new StringBuilder();
        for (byte octet : segment.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = octet > 0 && (Character.isLetterOrDigit(octet) || UNRESERVED.indexOf(octet) >= 0);
            if (plain && random.nextInt(4) > 0) {
                text.append((char) octet);
            } else {
                text.append((random.nextBoolean() ? "%%%02x" : "%%%02X").formatted(octet & 0xff));
            }
        }
        return text.toString();
    }
}
