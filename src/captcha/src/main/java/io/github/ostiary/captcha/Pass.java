package io.github.ostiary.captcha;

import io.github.ostiary.CallContext;
import io.github.ostiary.text.Digest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The cookie that says that a browser has passed a captcha: of one scope, for one network, for five minutes. It has the answer's name, so
 * that all passes for one puzzle, and the answer itself, are right once together. Thread-safe.
 */
final class Pass {

    static final long LIFE_SECONDS = 300;

    /** Characters of an answer's name. */
    static final int NAME_LENGTH = 32;

    private static final int MOST_COOKIES = 3;

    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{9})\\.([0-9a-f]{32})\\.([A-Za-z0-9_-]{43})");
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final String purpose;
    private final String cookie;
    private final PuzzleKeys keys;

    Pass(String scope, String mark, PuzzleKeys keys) {
        this.keys = keys;
        this.purpose = "pass " + scope;
        this.cookie = "ostiary-captcha-" + mark;
    }

    /** The name of the answer that a call has a pass for; null for none. */
    @Nullable
    String in(CallContext call, String network) {
        List<String> passes = call.cookies(cookie);
        for (int i = 0; i < Math.min(passes.size(), MOST_COOKIES); i++) {
            @Nullable String passed = answer(passes.get(i), network);
            if (passed != null) {
                return passed;
            }
        }
        return null;
    }

    /** A header that leaves one with a browser. */
    String setCookie(String answer, String network, String context, boolean secured) {
        String signed = (keys.now() / 1_000_000 + LIFE_SECONDS) + "." + answer;
        return cookie + "=" + signed + "." + mac(signed, network) + "; Path=" + (context.isEmpty() ? "/" : context)
                + "; Max-Age=" + LIFE_SECONDS + "; HttpOnly; SameSite=Strict" + (secured ? "; Secure" : "");
    }

    /** The answer that a cookie's value passes for; null if it is none of this scope and network, or has expired. */
    private @Nullable String answer(String value, String network) {
        Matcher parts = FORM.matcher(value);
        if (!parts.matches()) {
            return null;
        }
        long left = Long.parseLong(parts.group(1)) - keys.now() / 1_000_000;
        boolean good = left > 0
                && left <= 2 * LIFE_SECONDS
                && Solution.same(parts.group(3), mac(parts.group(1) + "." + parts.group(2), network));
        return good ? parts.group(2) : null;
    }

    private String mac(String signed, String network) {
        byte[] text = (signed + "." + network).getBytes(StandardCharsets.UTF_8);
        return ENCODER.encodeToString(Digest.hmac(keys.key(purpose), text));
    }
}
