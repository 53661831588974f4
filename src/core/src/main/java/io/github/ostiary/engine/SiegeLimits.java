package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Claims;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.LockoutRule.Besieged;
import io.github.ostiary.rule.RuleSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The limits by which callers who are not known are let in during a siege that asks for no challenge: ordinary ones, decided
 * together with all else that is asked of the call, once the store has said that it does not know the caller. Thread-safe.
 */
final class SiegeLimits {

    private final Supplier<RuleSet> inForce;
    private final Supplier<Claims> fresh;

    SiegeLimits(Supplier<RuleSet> inForce, Supplier<Claims> fresh) {
        this.inForce = inForce;
        this.fresh = fresh;
    }

    /** Whether such limits are all that a denied call has to pass in place of a challenge. */
    boolean replaceChallenges(DecidedAdmission denied) {
        boolean any = false;
        for (int i = 0; i < denied.answer().size(); i++) {
            Ask ask = denied.asks().get(i);
            if (denied.wantsAnswer(i) && !ask.claim().shadow()) {
                if (of(ask) == null) {
                    return false;
                }
                any = true;
            }
        }
        return any;
    }

    /** A call that has passed what sieges ask for, and still has to pass their limits, to be asked again. */
    DecidedAdmission passed(DecidedAdmission denied, CallContext call) {
        Claims limits = fresh.get();
        for (Ask ask : denied.asks()) {
            @Nullable LimitRule limit = ask.claim().shadow() ? null : of(ask);
            if (limit != null && !limits.add(limit, call)) {
                return denied;
            }
        }
        return denied.passed(List.copyOf(limits.asks()));
    }

    private @Nullable LimitRule of(Ask ask) {
        boolean stopped = ask.claim().inSiege();
        @Nullable Besieged besieged = stopped && ask.rule() instanceof LockoutRule rule ? rule.besieged() : null;
        return besieged == null || besieged.limit().isEmpty()
                ? null
                : inForce.get().limit(besieged.limit().get());
    }
}
