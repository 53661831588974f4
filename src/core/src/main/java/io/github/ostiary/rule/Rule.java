package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.store.Operation;
import io.github.ostiary.text.WrittenName;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Something callers are counted by. Immutable and thread-safe, but for limits that Java changes. */
public abstract sealed class Rule permits LimitRule, ConcurrencyRule, LockoutRule {

    private final RuleBasics basics;
    private final CallTerms terms;

    /** The calls it is about; of the basics, for those who ask it of every request, like the next. */
    final RequestMatcher matcher;

    final RuleCounts counts;

    /** Whether a call without identity is denied rather than passed; of the terms, like the next. */
    final boolean needsKey;

    final long waitMicros;

    private final String full;
    private final String written;

    /** The rules found for a call that it alone is about: most are. */
    final MatchedRules alone = new MatchedRules(null, List.of(this), false);

    /**
     * A rule.
     *
     * @param basics what all rules have
     * @param terms on which it takes calls that it cannot simply count
     */
    Rule(RuleBasics basics, CallTerms terms) {
        this.basics = basics;
        this.terms = terms;
        this.matcher = basics.matcher();
        this.counts = basics.counts();
        this.needsKey = terms.needsKey();
        this.waitMicros = terms.waitMicros();
        this.full = kind().prefix() + "." + basics.name();
        this.written = WrittenName.of(full);
    }

    /** The part that all rules have. */
    public final RuleBasics basics() {
        return basics;
    }

    /** The terms on which it takes calls. */
    public final CallTerms terms() {
        return terms;
    }

    /**
     * Its name.
     *
     * @return {@code [a-z][a-z0-9-]{0,39}}
     */
    public final String name() {
        return basics.name();
    }

    /**
     * Its name with its kind.
     *
     * @return such as {@code limit.api}
     */
    public final String full() {
        return full;
    }

    /**
     * The first part of the keys in configuration that say what it counts: of a rule that a sign-in stands for, the sign-in's.
     *
     * @return such as {@code lockout.login} or {@code signin.main}
     */
    public final String written() {
        return written;
    }

    /**
     * Whether it only reports.
     *
     * @return true for {@code enforce=false}
     */
    public final boolean shadow() {
        return basics.shadow();
    }

    /**
     * The policy for its claims when the store fails.
     *
     * @return the policy
     */
    public final FailurePolicy onStoreFailure() {
        return terms.onStoreFailure();
    }

    /**
     * How long its callers may be held.
     *
     * @return µs, 0 for not at all
     */
    public final long waitMicros() {
        return waitMicros;
    }

    /** Brings a key made by hand to the networks the rule counts. */
    public final Key adopt(Key key) {
        return terms.adopt().apply(key);
    }

    /** Its kind. */
    public abstract RuleKind kind();

    /** Whether what it denies counts, so that a denied call must be counted for all its keys. */
    public abstract boolean countsDenied();

    /** Whether it tells the application that callers have used up parts of what they may. */
    public boolean announces() {
        return false;
    }

    /** Whether a call that it is about is none that it counts, and must not be served either. */
    public boolean refuses(CallContext call) {
        return false;
    }

    /** Adds what it asks of a call; false if it must count the call and finds no caller. */
    public abstract boolean claim(CallContext call, Claims claims);

    /**
     * How an attempt ended that it counts.
     *
     * @param outcome what was seen of it
     * @return {@code FAIL}, {@code SUCCEED}, {@code ABANDON} or {@code UNCLEAR}
     */
    public Operation judge(CallOutcome outcome) {
        return Operation.ABANDON;
    }

    /**
     * The end that shows of an attempt that it counts, and that may go on.
     *
     * @param outcome what was seen of it so far
     * @return {@code FAIL}, {@code SUCCEED} or {@code ABANDON}; null if nothing shows
     */
    public @Nullable Operation shown(CallOutcome outcome) {
        return null;
    }

    /** Whether it was made before something was proved that it waits for: it is to be read again. */
    public boolean isOutdated() {
        return false;
    }

    /**
     * Whether a status that an application has set shows a failure, whatever is answered in the end.
     *
     * @param status of an answer, perhaps not its last
     * @return true if so
     */
    public boolean failsBy(int status) {
        return false;
    }

    /**
     * The verifier of answers to its challenges.
     *
     * @return empty if no rule here does
     */
    public Optional<ChallengeVerifier> verifier() {
        return Optional.empty();
    }

    /**
     * Adds all that it counts of a key made by hand: of all plans, and of an address what it may do with all keys it
     * chooses.
     *
     * @throws IllegalArgumentException if no call has such a key
     */
    public abstract void look(Key key, Claims claims);

    /** Whether a key is nothing but a network address. */
    static boolean isAddress(Key key) {
        return key.parts().size() == 1 && key.has(Key.IP);
    }

    /** The call's key in the first of some sets. */
    final Key first(List<KeyResolver> sets, CallContext call) {
        return sets.stream()
                .findFirst()
                .flatMap(set -> set.resolve(call))
                .orElseThrow(() ->
                        new IllegalArgumentException("this call has no identity that " + full() + " could count"));
    }

    /** The key that would be counted first. */
    public abstract Key keyOf(CallContext call);
}
