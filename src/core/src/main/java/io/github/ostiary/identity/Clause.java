package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.text.CanonicalText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/**
 * One condition of a list. Without a value it holds if there is any. Where a kind is folded (principal, host) both
 * sides are, unless the condition waives something: {@code BOSS} does not get what {@code boss} has. Elsewhere a value is compared as it came, byte by byte and in constant time, since it may be a shared
 * secret.
 */
record Clause(SourceKind kind, String name, Optional<String> value, boolean negated) {

    boolean readsParameters() {
        return kind.inBody();
    }

    boolean asksForCaller() {
        return kind == SourceKind.PRINCIPAL || kind == SourceKind.ROLE;
    }

    boolean readsJson() {
        return kind == SourceKind.JSON;
    }

    /** Tells whether a body may hold its value unseen, or in a spelling that an application may read otherwise. */
    boolean isHidden(CallContext call) {
        return kind.isHidden(call, name) || (readsJson() && mayBeMeant(call));
    }

    private boolean mayBeMeant(CallContext call) {
        for (String found : kind.raw(call, name)) {
            if (MemberText.mayBeMeant(found, value.orElseThrow())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Tells whether a call meets this condition.
     *
     * @throws MalformedCallException if a member of JSON is to decide, and it may hold for one application and not for another
     */
    boolean test(CallContext call) {
        if (readsJson() && isHidden(call)) {
            throw new MalformedCallException("a condition may be in a body that cannot be read in one way only");
        }
        return test(call, kind == SourceKind.PRINCIPAL || kind == SourceKind.HOST);
    }

    /** The same for what waives: names as they are; but a name that it excludes is excluded in any spelling. */
    boolean testCertainly(CallContext call) {
        return !isHidden(call) && test(call, kind == SourceKind.HOST || (kind == SourceKind.PRINCIPAL && negated));
    }

    private boolean test(CallContext call, boolean folds) {
        List<String> found = kind.raw(call, name);
        boolean holds = value.isPresent() ? matches(found, value.get(), folds) : !found.isEmpty();
        return holds != negated;
    }

    private static boolean matches(List<String> found, String wanted, boolean folds) {
        byte[] expected = bytes(folds ? folded(wanted) : wanted);
        boolean any = false;
        for (String raw : found) {
            any |= MessageDigest.isEqual(bytes(folds ? folded(raw) : raw), expected);
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

    /** The text without the value. */
    @Override
    public String toString() {
        return (negated ? "!" : "") + kind.word() + ":" + name;
    }
}
