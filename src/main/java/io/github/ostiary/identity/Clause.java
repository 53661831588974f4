package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.text.CanonicalText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/**
 * One condition of a list. Without a value it holds if there is any. Where a kind is folded (principal, host) both
 * sides are; elsewhere a value is compared as it came, byte by byte and in constant time, since it may be a shared
 * secret.
 */
record Clause(SourceKind kind, String name, Optional<String> value, boolean negated) {

    Clause {
        value = kind == SourceKind.PRINCIPAL || kind == SourceKind.HOST ? value.map(Clause::folded) : value;
    }

    boolean readsParameters() {
        return kind == SourceKind.PARAM;
    }

    /** Whether what it is about may be in a body that nobody reads. */
    boolean isHidden(CallContext call) {
        return kind == SourceKind.PARAM && call.mayHideParameter(name);
    }

    boolean test(CallContext call) {
        List<String> found = TextSource.raw(kind, call, name);
        boolean holds = value.isPresent() ? matches(found, value.get()) : !found.isEmpty();
        return holds != negated;
    }

    private boolean matches(List<String> found, String wanted) {
        boolean any = false;
        for (String raw : found) {
            String one = kind == SourceKind.PRINCIPAL || kind == SourceKind.HOST ? folded(raw) : raw;
            any |= MessageDigest.isEqual(bytes(one), bytes(wanted));
        }
        return any;
    }

    /** Empty, which no wanted value is, for what is no name. */
    private static String folded(String raw) {
        return CanonicalText.folded(raw).orElse("");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Without the value. */
    @Override
    public String toString() {
        return (negated ? "!" : "") + kind.word() + ":" + name;
    }
}
