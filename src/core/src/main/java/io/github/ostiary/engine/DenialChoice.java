package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Quota;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The denial, of many, that a caller sees: a lockout before a limit before a concurrency, and of lockouts a block before
 * a lock before a challenge before others in flight; of equals the one that takes longest, and never takes longer than any
 * time. The wait is the longest of all, but for a challenge, which takes no time.
 */
public final class DenialChoice implements Decision.DenialReader<Object, Object> {

    /** Lockouts', then limits', then concurrencies'. */
    private static final List<Reason> FIRST = List.of(
            Reason.BLOCKED,
            Reason.LOCKED,
            Reason.CHALLENGE_REQUIRED,
            Reason.BUSY,
            Reason.RATE_LIMITED,
            Reason.CONCURRENCY_LIMITED);

    private static final String FIRST_COUNTER = "0";

    private Claim claim;
    private Verdict verdict;
    private long longest = -1;
    private boolean permanent;
    private boolean degraded;

    /**
     * The figures that the answer shows. Those of all limits are set when the answer is made; those of the limit that denies when
     * somebody reads them: until then this is null. If two threads work them out, both get the same figures.
     */
    private @Nullable List<Quota> figures;

    /** All that was asked, and what was said of it: a single ask, or the whole call. Null if the caller is unknown. */
    private @Nullable Object evidence;

    /** The choice among one so far. */
    DenialChoice(Claim denied, Verdict said) {
        this.claim = denied;
        this.verdict = said;
        weigh(denied, said);
    }

    /** The choice for one that was asked alone. */
    DenialChoice(Ask denied, Verdict said) {
        this(denied.claim(), said);
        this.evidence = denied;
    }

    /**
     * A whole call.
     *
     * @param asks all that was asked
     * @param answer what was said of it
     */
    public record WholeCall(List<Ask> asks, TierAnswer answer) {}

    /** The choice that a denial was made of; null if it was made of none. */
    public static @Nullable DenialChoice of(Decision.Denied denied) {
        return denied.evidence() instanceof DenialChoice choice ? choice : null;
    }

    void of(List<Ask> asks, TierAnswer answer) {
        evidence = new WholeCall(asks, answer);
    }

    /** The counter that names the denied caller: one of all that the rule has for this caller. */
    public CounterId caller() {
        CounterId own = claim.counterId();
        return own.counter().isEmpty() || own.counter().equals(FIRST_COUNTER) ? own : own.beside(FIRST_COUNTER);
    }

    /** The rule that denies. */
    public String rule() {
        return claim.rule();
    }

    /** Tells whether the guard asked a lockout for the call. */
    public boolean hasAttempts() {
        return asked().asks().stream().anyMatch(ask -> ask.claim().needsSettling());
    }

    /** All that was asked for the call, which is nothing if its caller is unknown. */
    public WholeCall asked() {
        if (evidence instanceof WholeCall whole) {
            return whole;
        }
        List<Ask> alone = evidence instanceof Ask ask ? List.of(ask) : List.of();
        return new WholeCall(alone, TierAnswer.of(List.of(verdict)));
    }

    void add(Claim denied, Verdict said) {
        weigh(denied, said);
        if (comesBefore(said, verdict)) {
            claim = denied;
            verdict = said;
            figures = null;
        }
    }

    private void weigh(Claim denied, Verdict said) {
        if (said.reason() != Reason.CHALLENGE_REQUIRED) {
            longest = Math.max(longest, said.retryMicros());
        }
        permanent |= denied instanceof Charge && said.retryMicros() == Verdict.NEVER;
    }

    private static boolean comesBefore(Verdict said, Verdict other) {
        int order = Integer.compare(FIRST.indexOf(said.reason()), FIRST.indexOf(other.reason()));
        return order < 0 || (order == 0 && said.retryMicros() > other.retryMicros());
    }

    /** The answer to the caller, with the figures of all limits. */
    Decision decision(List<Quota> quotas, boolean degraded) {
        @Nullable Quota used = claim.quota(verdict);
        figures = List.copyOf(used == null ? quotas : first(used.policy(), quotas));
        return decision(degraded);
    }

    /** The answer to the caller, with the figures of what denies, computed when they are read. */
    Decision decision(boolean byFailurePolicy) {
        degraded = byFailurePolicy;
        return Decision.deny(this, this, this);
    }

    @Override
    public Reason reason(Object said) {
        return verdict.reason();
    }

    @Override
    public String rule(Object asked) {
        return claim.rule();
    }

    @Override
    public @Nullable Duration retry(Object said) {
        return pause(longest);
    }

    @Override
    public boolean permanent(Object asked, Object said) {
        return permanent;
    }

    @Override
    public boolean degraded() {
        return degraded;
    }

    @Override
    public Object evidence(Object asked, Object said) {
        return this;
    }

    @Override
    public List<Quota> quotas(Object asked, Object said) {
        return quotas();
    }

    private List<Quota> quotas() {
        List<Quota> known = figures;
        if (known == null) {
            known = claim.quotas(verdict);
            figures = known;
        }
        return known;
    }

    /** The figures only: identities do not belong in logs. */
    @Override
    public String toString() {
        return quotas().toString();
    }

    static @Nullable Duration pause(long micros) {
        return micros < 0 || micros == Verdict.NEVER ? null : Durations.ofMicros(Math.max(1, micros));
    }

    private static List<Quota> first(String policy, List<Quota> quotas) {
        int at = indexOf(policy, quotas);
        if (at <= 0) {
            return quotas;
        }
        List<Quota> ordered = new ArrayList<>(quotas);
        ordered.add(0, ordered.remove(at));
        return ordered;
    }

    static int indexOf(String policy, List<Quota> quotas) {
        for (int i = 0; i < quotas.size(); i++) {
            if (quotas.get(i).policy().equals(policy)) {
                return i;
            }
        }
        return -1;
    }
}
