package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Claims;
import io.github.ostiary.store.Operation;
import java.util.List;
import java.util.function.Supplier;

/** Tells what would be decided of calls, as the engine decides it, with nothing spent. Thread-safe. */
public final class Prospects {

    private final Tiers tiers;
    private final Supplier<Claims> fresh;
    private final SiegeLimits limits;

    Prospects(Tiers tiers, Supplier<Claims> fresh, SiegeLimits limits) {
        this.tiers = tiers;
        this.fresh = fresh;
        this.limits = limits;
    }

    /**
     * A decision that was not made.
     *
     * @param decision the answer to the caller
     * @param waitMicros how long the caller would be held first, at most, µs
     */
    public record Prospect(Decision decision, long waitMicros) {

        private static Prospect of(DecidedAdmission decided) {
            long patience = decided.holding() ? decided.patienceMicros() : 0;
            return new Prospect(decided.decision(), decided.allowed() ? decided.slotMicros() : patience);
        }

        /** A rule would deny the call before anything is asked. */
        public static Prospect denied(Reason reason, String rule) {
            return of(DecidedAdmission.denied(reason, rule));
        }
    }

    /** The claims of a call, of which there is nothing yet. */
    public Claims claims() {
        return fresh.get();
    }

    /**
     * The decision as it would be now.
     *
     * @param asks all that the call asks for
     * @param held whether any of it is held, once granted, until it is given back
     * @param shadowed whether a rule that only reports would have denied the call before
     */
    public Prospect of(CallContext call, List<Ask> asks, boolean held, boolean shadowed) {
        if (asks.isEmpty()) {
            return Prospect.of(shadowed ? DecidedAdmission.SHADOWED : DecidedAdmission.UNLIMITED);
        }
        DecidedAdmission seen = looked(asks, held, shadowed);
        return Prospect.of(
                seen.needsChallenge() && limits.replaceChallenges(seen)
                        ? looked(limits.passed(seen, call).asks(), held, shadowed)
                        : seen);
    }

    private DecidedAdmission looked(List<Ask> asks, boolean held, boolean shadowed) {
        TierAnswer answer = tiers.ask(Operation.PEEK, asks);
        return new DecidedAdmission(asks, asks, held, answer, shadowed, Decisions.of(asks, answer, shadowed));
    }
}
