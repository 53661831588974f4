package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.FoundBefore;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A listener to what a guard decides, settles and is changed to, by whatever door it comes. Each decision is told once, when it is
 * its call's last, and each end once. Called by the threads of requests: it never waits, and throws nothing. Thread-safe.
 */
public interface DecisionListener extends AutoCloseable {

    /** The doors by which decisions come. */
    enum Door {
        /** A request met the rules of its path. */
        REQUEST,
        /** An edge asked some rules by their names. */
        RULES,
        /** Java asked a limiter, a lockout or a semaphore. */
        JAVA,
        /** A wait has ended, on a thread that may be another call's. */
        QUEUE
    }

    /** The decisions that a listener wants to be told. */
    enum Ear {
        /** None. */
        NOTHING,
        /** Rules that deny, or would if they were enforced. */
        DENIALS,
        /** All of them. */
        ALL
    }

    /**
     * The decisions it wants to be told while some rules are in force.
     *
     * @param rules in force from now on
     */
    default Ear ear(RuleSet rules) {
        return Ear.ALL;
    }

    /** Other rules are in force. Not called by two threads at once. */
    default void follow(RuleSet rules) {}

    /**
     * A store was asked, perhaps not for the last time: it has counted, and may have begun a lock. What has begun nothing is told
     * only while a listener hears all.
     *
     * @param operation to decide or to charge
     */
    default void asked(Operation operation, List<Ask> asks, TierAnswer answer) {
        for (int i = 0; i < answer.size(); i++) {
            @Nullable Verdict said = answer.said(i);
            if (said != null && said.fired() && !asks.get(i).claim().shadow()) {
                begun(asks.get(i), said);
            }
        }
    }

    /** Hears that an attempt of an enforced rule has succeeded after failures, or from a network that is new to the key. */
    default void signedIn(Ask ask, Verdict said) {}

    /** Hears that an enforced rule has begun a lock, a block or a challenge, by asking or settling. */
    default void begun(Ask ask, Verdict said) {}

    /**
     * A call has to wait; the thread of that call tells. The decision comes later, by {@link #decided} with {@link Door#QUEUE} or by
     * {@link PendingAdmission#whenDecided}.
     */
    default void waits(PendingAdmission call) {}

    /**
     * A call was decided for good.
     *
     * @param asks what was asked for it; empty if nothing was
     * @param answer the last one
     */
    default void decided(Door door, List<Ask> asks, TierAnswer answer, Decision decision) {}

    /** The same of one thing that was asked alone, which was {@link #asked} now too: most calls are decided so. */
    default void decidedAlone(Door door, Rule rule, Key key, Claim claim, Verdict said, Decision decision) {
        List<Ask> asks = List.of(new Ask(claim, rule, key));
        TierAnswer answer = TierAnswer.of(List.of(said));
        asked(Operation.DECIDE, asks, answer);
        decided(door, asks, answer, decision);
    }

    /** The same of a call that a rule denies before anything is asked. */
    default void denied(Door door, RuleBasics rule, Decision decision) {
        decided(door, List.of(), TierAnswer.NONE, decision);
    }

    /** Callers whom a siege has stopped have passed its challenge, or have not. */
    default void challenged(List<Ask> asks, boolean passed) {}

    /**
     * Hears that what calls held has ended.
     *
     * @param ending how
     * @param verdicts what that has brought about, one per ask
     * @param end what was seen of it; null if only Java knows, or nothing was attempted
     */
    default void settled(Operation ending, List<Ask> asks, List<Verdict> verdicts, @Nullable SeenEnd end) {
        for (int i = 0; i < verdicts.size(); i++) {
            if (verdicts.get(i).isNews() && !asks.get(i).claim().shadow()) {
                news(asks.get(i), verdicts.get(i));
            }
        }
    }

    private void news(Ask ask, Verdict said) {
        if (said.fired()) {
            begun(ask, said);
        }
        if (FoundBefore.isOfSuccess(said.consequence().found())) {
            signedIn(ask, said);
        }
    }

    /** Somebody has changed something by hand, or a siege has. */
    default void changed(GuardChange change) {}

    /** Ends it, with the guard. */
    @Override
    default void close() {}
}
