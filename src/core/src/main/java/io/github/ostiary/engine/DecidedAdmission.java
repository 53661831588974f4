package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decision and what led to it, for those who may ask again; as an admission, that of a call that holds nothing and awaits
 * nothing. Immutable.
 *
 * @param asks what was asked of the tiers
 * @param inEarnest what is asked when it is asked for the last time: other than {@code asks} if denied attempts count
 * @param holding whether any of it is held, once granted, until it is given back
 * @param answer what the tiers said
 * @param shadowed whether a shadow rule would have denied it before anything was asked
 * @param decision the answer to the caller
 */
record DecidedAdmission(
        List<Ask> asks, List<Ask> inEarnest, boolean holding, TierAnswer answer, boolean shadowed, Decision decision)
        implements GuardedAdmission {

    /** The decision for calls that no rule matches. */
    static final DecidedAdmission UNLIMITED = of(Decisions.UNLIMITED);

    /** The decision for calls that only shadows match. */
    static final DecidedAdmission SHADOWED = of(Decision.allow(List.of(), false, true));

    /** No store was asked. */
    static DecidedAdmission of(Decision decision) {
        return new DecidedAdmission(List.of(), List.of(), false, TierAnswer.NONE, false, decision);
    }

    /** A rule denies the call before anything is counted. */
    static DecidedAdmission denied(Reason reason, String rule) {
        return of(Decision.deny(reason, rule, List.of(), null, false, false));
    }

    /**
     * The same once its caller has passed what a siege asks for, to be asked again.
     *
     * @param more what is asked beside
     */
    DecidedAdmission passed(List<Ask> more) {
        return new DecidedAdmission(passed(asks, more), passed(inEarnest, more), holding, answer, shadowed, decision);
    }

    private static List<Ask> passed(List<Ask> asks, List<Ask> more) {
        List<Ask> passed = new ArrayList<>();
        for (Ask ask : asks) {
            passed.add(ask.with(ask.claim().passed()));
        }
        passed.addAll(more);
        return passed;
    }

    boolean allowed() {
        return decision instanceof Decision.Allowed;
    }

    /** Whether its caller could go on by answering a challenge. */
    boolean needsChallenge() {
        return !allowed() && decision.reason() == Reason.CHALLENGE_REQUIRED;
    }

    /** Whether an ask is denied, by a rule that only reports too, until a challenge is answered. */
    boolean wantsAnswer(int index) {
        @Nullable Verdict said = answer.said(index);
        return said != null && !said.passed() && said.reason() == Reason.CHALLENGE_REQUIRED;
    }

    /** How it stands but for challenges that want an answer. */
    DecidedAdmission butForChallenges() {
        TierAnswer rest = answer.butFor(Reason.CHALLENGE_REQUIRED);
        return new DecidedAdmission(asks, inEarnest, holding, rest, shadowed, Decisions.of(asks, rest, shadowed));
    }

    /** Whether it is denied by others who are at work only. */
    boolean isBusy() {
        return isBusy(decision.reason());
    }

    private static boolean isBusy(@Nullable Reason reason) {
        return reason == Reason.BUSY || reason == Reason.CONCURRENCY_LIMITED;
    }

    /** Whether it may go on only later. */
    boolean mustWait() {
        return allowed() ? slotMicros() > 0 : holding && patienceMicros() > 0;
    }

    /** How far ahead the slot lies that it was given, µs; 0 if none does. */
    long slotMicros() {
        return slotMicros(asks, answer);
    }

    /** How far ahead the slot lies that was taken, µs; 0 if none does. */
    static long slotMicros(List<Ask> asks, TierAnswer answer) {
        long ahead = 0;
        for (int i = 0; i < asks.size(); i++) {
            ahead = Math.max(ahead, slotMicros(asks.get(i), answer.said(i)));
        }
        return ahead;
    }

    private static long slotMicros(Ask ask, @Nullable Verdict said) {
        return said == null || !said.passed() || ask.claim().shadow() ? 0 : said.retryMicros();
    }

    /**
     * Its answer where there is no room to wait.
     *
     * @param micros when to come again, µs
     */
    Decision deniedForRoom(long micros) {
        Ask slow = asks.get(0);
        for (Ask ask : asks) {
            if (!ask.claim().isHeld() && ask.rule().waitMicros() > 0) {
                slow = ask;
                break;
            }
        }
        return Decision.deny(
                Reason.BUSY,
                slow.claim().rule(),
                decision.quotas(),
                Duration.ofNanos(1_000 * micros),
                false,
                decision.degraded());
    }

    /** Its answer if it gives up waiting after so long, µs: its slot is for others then. */
    Decision busy(long waited) {
        return allowed() ? deniedForRoom(Math.max(1, slotMicros() - waited)) : decision;
    }

    /** The time within which it may be asked again, µs: none if anything denies that others cannot make good. */
    long patienceMicros() {
        long patience = Long.MAX_VALUE;
        for (int i = 0; i < answer.size(); i++) {
            @Nullable Verdict said = answer.said(i);
            if (said != null && answer.denies(i, asks.get(i))) {
                patience = Math.min(
                        patience, isBusy(said.reason()) ? asks.get(i).rule().waitMicros() : 0);
            }
        }
        return patience == Long.MAX_VALUE ? 0 : patience;
    }

    /**
     * The counter that it waits for: of the slot that lies farthest ahead, or, if it was denied, the first one where
     * others must leave.
     */
    CounterId awaited() {
        long ahead = slotMicros();
        int i = 0;
        while (allowed() ? slotMicros(asks.get(i), answer.said(i)) < ahead : !answer.denies(i, asks.get(i))) {
            i++;
        }
        return asks.get(i).claim().counterId();
    }
}
