package io.github.ostiary;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call: whether it may go on, and all that the caller should know. Immutable.
 *
 * <p>Example: rule {@code api}, {@code rate=2/4s}, hits at 0 s and 1 s. The second answers {@code remaining() = 0}, {@code
 * resetAfter() = 4s} (counted from the newest hit). A third at 2 s is denied with {@code retryAfter() = 2s}: at 4 s the
 * first hit leaves the window. When several rules decide, an allowed decision tells of the rule with the least {@code
 * remaining ÷ limit}, a denied one of the violated rule that takes longest.
 */
public sealed interface Decision permits Decision.Allowed, Decision.Denied {

    /** Why a decision denied. The list may grow: give a {@code switch} a default. */
    enum Reason {
        /** A limit is used up. */
        RATE_LIMITED,
        /** Too many failures; locked for a time. */
        LOCKED,
        /** Too many failures; a challenge must be passed first. */
        CHALLENGE_REQUIRED,
        /** Too many at the same time. */
        CONCURRENCY_LIMITED,
        /** A block rule matched. */
        BLOCKED,
        /** Others' attempts are in flight; try again in a second. */
        BUSY,
        /** The store does not answer and the rule says {@code onStoreFailure=deny}. */
        STORE_UNAVAILABLE,
        /** The request does not show clearly what the rule counts by. */
        MALFORMED
    }

    /** The caller may go on. */
    sealed interface Allowed extends Decision permits AllowedDecision {}

    /** The caller may not. */
    sealed interface Denied extends Decision permits DeniedDecision {

        /** Why. */
        @Override
        Reason reason();

        /**
         * The evidence of its maker, which recognizes it.
         *
         * @return of no use to others
         * @hidden
         */
        Object evidence();
    }

    /**
     * Reads the figures of a decision when they are asked for; for those who make decisions. Thread-safe; of the same two things
     * it always reads the same.
     *
     * @param <C> what is asked
     * @param <S> what is said of it
     */
    interface FiguresReader<C, S> {

        /**
         * All figures.
         *
         * @param asked what was asked
         * @param said what was said of it
         * @return immutable, the deciding one first
         */
        List<Quota> quotas(C asked, S said);

        /**
         * The figures of the only one, for which no list is made.
         *
         * @param asked what was asked
         * @param said what was said of it
         * @return null if there is none, or if there are several
         */
        default @Nullable Quota only(C asked, S said) {
            List<Quota> all = quotas(asked, said);
            return all.size() == 1 ? all.get(0) : null;
        }
    }

    /**
     * Reads a denial when it is asked what it says. Thread-safe; of the same two things it always reads the same.
     *
     * @param <C> what is asked
     * @param <S> what is said of it
     */
    interface DenialReader<C, S> extends FiguresReader<C, S> {

        /**
         * Why.
         *
         * @param said what was said
         * @return never null
         */
        Reason reason(S said);

        /**
         * Which rule.
         *
         * @param asked what was asked
         * @return its name
         */
        String rule(C asked);

        /**
         * When to come back.
         *
         * @param said what was said
         * @return null if never, or unknown
         */
        @Nullable
        Duration retry(S said);

        /**
         * Tells whether no waiting helps.
         *
         * @param asked what was asked
         * @param said what was said of it
         * @return true if so
         */
        boolean permanent(C asked, S said);

        /**
         * Tells whether a failure policy made the decision.
         *
         * @return true if so
         */
        boolean degraded();

        /**
         * The evidence by which its maker knows it.
         *
         * @param asked what was asked
         * @param said what was said of it
         * @return of no use to others
         */
        Object evidence(C asked, S said);
    }

    /**
     * Whether the caller may go on.
     *
     * @return true for {@link Allowed}
     */
    boolean allowed();

    /**
     * The rule that decided.
     *
     * @return its name; empty if no rule with a limit matched, or if the call cannot be read before any rule is asked
     */
    String rule();

    /**
     * Why it denied.
     *
     * @return null for {@link Allowed}
     */
    @Nullable
    Reason reason();

    /**
     * The quotas of the caller at each enforced limit and concurrency rule that was asked: the deciding one first, the
     * concurrency rules that did not deny last.
     *
     * @return empty if none matched, or the store could not say
     */
    List<Quota> quotas();

    /**
     * The one quota there is, for which no list is made.
     *
     * @return null if there is none, or if there are several
     * @hidden
     */
    @Nullable
    Quota onlyQuota();

    /**
     * The deciding limit's permits; of a bucket its burst.
     *
     * @return empty if no limit decided
     */
    default OptionalLong limit() {
        return quotas().isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(quotas().get(0).limit());
    }

    /**
     * The deciding limit's permits left after this decision.
     *
     * @return empty if no limit decided
     */
    default OptionalLong remaining() {
        return quotas().isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(quotas().get(0).remaining());
    }

    /**
     * The time after which the same attempt could succeed: the longest wait over all violated limits.
     *
     * @return empty if allowed, if {@link #permanent()}, if the call is malformed, or if only an operator ends it
     */
    Optional<Duration> retryAfter();

    /**
     * The time after which the deciding limit is wholly free again, if nothing else is asked of it.
     *
     * @return zero if no limit decided
     */
    default Duration resetAfter() {
        return quotas().isEmpty() ? Duration.ZERO : quotas().get(0).resetAfter();
    }

    /**
     * Whether it will never succeed at this size: more was asked than the limit itself.
     *
     * @return false if allowed
     */
    boolean permanent();

    /**
     * Whether a store failed and the failure policy decided in its place.
     *
     * @return true if so
     */
    boolean degraded();

    /**
     * Whether a rule with {@code enforce=false} would have denied.
     *
     * @return true if so
     */
    boolean shadowed();

    /**
     * An allowing decision.
     *
     * @param quotas the deciding one first; may be empty
     * @param degraded whether a failure policy decided
     * @param shadowed whether a shadow rule would have denied
     * @return the decision
     */
    static Allowed allow(List<Quota> quotas, boolean degraded, boolean shadowed) {
        return allow(AllowedDecision::known, List.copyOf(quotas), "", degraded, shadowed);
    }

    /**
     * An allowing decision whose figures are computed when they are read.
     *
     * @param reader of the next two
     * @param asked what was asked
     * @param said what was said of it
     * @param degraded whether a failure policy decided
     * @param shadowed whether a shadow rule would have denied
     * @return the decision
     */
    static <C, S> Allowed allow(
            FiguresReader<? super C, ? super S> reader, C asked, S said, boolean degraded, boolean shadowed) {
        return degraded || shadowed
                ? new MarkedDecision<>(reader, asked, said, degraded, shadowed)
                : new AllowedDecision<>(reader, asked, said);
    }

    /**
     * A denying decision.
     *
     * @param reason why
     * @param rule which rule
     * @param quotas the deciding one first; may be empty
     * @param retryAfter the longest wait, or null if waiting does not help
     * @param permanent whether it will never succeed at this size
     * @param degraded whether a failure policy decided
     * @return the decision
     */
    static Denied deny(
            Reason reason,
            String rule,
            List<Quota> quotas,
            @Nullable Duration retryAfter,
            boolean permanent,
            boolean degraded) {
        return new KnownDenial(reason, rule, quotas, retryAfter, permanent, degraded).decision();
    }

    /**
     * A denying decision that is read when it is asked.
     *
     * @param reader of the next two
     * @param asked what was asked
     * @param said what was said of it
     * @return the decision
     * @hidden
     */
    static <C, S> Denied deny(DenialReader<? super C, ? super S> reader, C asked, S said) {
        return new DeniedDecision<>(reader, asked, said);
    }
}
