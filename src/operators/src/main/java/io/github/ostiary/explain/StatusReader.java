package io.github.ostiary.explain;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.engine.DenialChoice;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.operator.KeyStatus;
import io.github.ostiary.operator.KeyStatus.Identity;
import io.github.ostiary.operator.KeyStatus.LockStatus;
import io.github.ostiary.operator.KeyStatus.Outlook;
import io.github.ostiary.operator.KeyStatus.Teller;
import io.github.ostiary.operator.KeyStatus.Usage;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells how identities stand with rules, as the tiers would say now. Spends nothing. Thread-safe. */
final class StatusReader {

    private final Tiers tiers;

    StatusReader(Tiers tiers) {
        this.tiers = tiers;
    }

    /** One for each rule and identity that is asked of, in the order of the asks. */
    List<KeyStatus> of(List<Ask> asks) {
        if (asks.isEmpty()) {
            return List.of();
        }
        TierAnswer answer = tiers.ask(Operation.PEEK, asks);
        if (answer.unavailable() != null && asks.size() > 1) { // one rule denies all: the others are asked alone
            List<KeyStatus> each = new ArrayList<>();
            for (List<Ask> own : byRule(asks)) {
                each.addAll(statuses(own, tiers.ask(Operation.PEEK, own)));
            }
            return each;
        }
        return statuses(asks, answer);
    }

    private static List<List<Ask>> byRule(List<Ask> asks) {
        Map<String, List<Ask>> own = new LinkedHashMap<>();
        for (Ask ask : asks) {
            own.computeIfAbsent(ask.rule().kind() + ask.claim().rule(), rule -> new ArrayList<>())
                    .add(ask);
        }
        return List.copyOf(own.values());
    }

    private List<KeyStatus> statuses(List<Ask> asks, TierAnswer answer) {
        return statuses(asks, answer, true);
    }

    /** How a denied caller stood, the rule that denies first; of one that is unknown nothing. */
    List<KeyStatus> of(DenialChoice choice, boolean mayAsk) {
        DenialChoice.WholeCall call = choice.asked();
        if (call.asks().isEmpty()) {
            return List.of();
        }
        List<KeyStatus> statuses = new ArrayList<>(statuses(call.asks(), call.answer(), mayAsk));
        statuses.sort(Comparator.comparing(standing -> !standing.rule().equals(choice.rule())));
        return statuses;
    }

    /**
     * The statuses as the tiers have said them; what was not asked is unknown. Locks are looked up, if the store may be
     * asked.
     */
    private List<KeyStatus> statuses(List<Ask> asks, TierAnswer answer, boolean mayAsk) {
        List<Optional<LockDetail>> locks = locks(asks, answer.degraded() || !mayAsk);
        Map<String, List<Integer>> together = new LinkedHashMap<>();
        for (int i = 0; i < asks.size(); i++) {
            Ask ask = asks.get(i);
            String who =
                    ask.rule().kind() + ask.claim().rule() + " " + ask.claim().identity();
            together.computeIfAbsent(who, none -> new ArrayList<>(2)).add(i);
        }
        List<KeyStatus> all = new ArrayList<>(together.size());
        for (List<Integer> own : together.values()) {
            all.add(status(asks, answer, own, locks.get(own.get(0))));
        }
        return all;
    }

    private KeyStatus status(List<Ask> asks, TierAnswer answer, List<Integer> own, Optional<LockDetail> seen) {
        Ask first = asks.get(own.get(0));
        List<Usage> counters = new ArrayList<>(own.size());
        boolean admits = answer.unavailable() == null || first.rule().onStoreFailure() != FailurePolicy.DENY;
        boolean asked = false;
        long longest = 0;
        for (int i : own) {
            @Nullable Verdict said = answer.size() == 0 ? null : answer.said(i);
            if (said != null) {
                asked = true;
                admits &= said.passed();
                longest = said.passed() ? longest : Math.max(longest, said.retryMicros());
                asks.get(i).claim().usage(said).ifPresent(counters::add);
            }
        }
        Teller teller = !answer.degraded() ? teller(asks, own) : asked ? Teller.STAND_IN : Teller.POLICY;
        return new KeyStatus(
                first.claim().rule(),
                first.rule().kind().type(),
                !first.claim().shadow(),
                new Identity(Optional.of(first.key()), first.claim().identity()),
                new Outlook(admits, retry(longest), teller),
                counters,
                lock(first, answer.size() == 0 ? null : answer.said(own.get(0)), seen));
    }

    private Teller teller(List<Ask> asks, List<Integer> own) {
        Teller teller = Teller.LOCAL;
        for (int i : own) {
            Teller each = tiers.teller(asks.get(i).claim());
            teller = each.compareTo(teller) > 0 ? each : teller;
        }
        return teller;
    }

    private static Optional<Duration> retry(long micros) {
        return micros == 0 || micros == Verdict.NEVER ? Optional.empty() : Optional.of(Durations.ofMicros(micros));
    }

    private static Optional<LockStatus> lock(Ask ask, @Nullable Verdict said, Optional<LockDetail> seen) {
        if (!(ask.claim() instanceof AttemptClaim reservation)) {
            return Optional.empty();
        }
        if (seen.isEmpty()) {
            return said == null
                    ? Optional.empty()
                    : Optional.of(new LockStatus(state(said), Optional.empty(), Optional.empty()));
        }
        LockDetail detail = seen.get();
        Optional<Duration> age = detail.state().phase() != Phase.OPEN
                ? Optional.of(Durations.ofMicros(detail.ageMicros()))
                : Optional.empty();
        return Optional.of(new LockStatus(detail.state(), age, LockSteps.of(reservation.policy(), detail)));
    }

    /** The state, as far as a verdict shows it. */
    private static LockState state(Verdict said) {
        Phase phase = said.passed() || said.reason() == Reason.BUSY
                ? Phase.OPEN
                : switch (said.reason()) {
                    case CHALLENGE_REQUIRED -> Phase.CHALLENGED;
                    case BLOCKED -> Phase.BLOCKED;
                    default -> Phase.LOCKED;
                };
        Optional<Duration> left = phase == Phase.LOCKED ? retry(said.retryMicros()) : Optional.empty();
        return new LockState(phase, left, 0, 0, 0, "");
    }

    /** One per ask, empty for what is no lockout; all empty if the store cannot say. */
    private List<Optional<LockDetail>> locks(List<Ask> asks, boolean unasked) {
        List<Optional<LockDetail>> none = Collections.nCopies(asks.size(), Optional.empty());
        List<LockId> places = new ArrayList<>();
        for (AttemptClaim attempt : AttemptClaim.among(Ask.claims(asks))) {
            places.add(new LockId(attempt.policy(), attempt.identity()));
        }
        if (unasked || places.isEmpty()) {
            return none;
        }
        try {
            List<Optional<LockDetail>> seen = new ArrayList<>(tiers.locks().look(places));
            List<Optional<LockDetail>> all = new ArrayList<>(none);
            for (int i = 0; i < asks.size(); i++) {
                if (asks.get(i).claim().needsSettling()) {
                    all.set(i, seen.remove(0));
                }
            }
            return all;
        } catch (StoreException e) {
            return none;
        }
    }
}
