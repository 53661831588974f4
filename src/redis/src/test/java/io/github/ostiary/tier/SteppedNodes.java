package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.testing.SharedStore;
import io.github.ostiary.testing.SteppedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Nodes that share the Java counters, in time that a test moves: what is done in the background is done between its steps. */
final class SteppedNodes implements SharedStore.Listener {

    static final long SECOND = 1_000_000;
    static final Duration TIMEOUT = Duration.ofMillis(200);
    static final LockoutPolicy LOGIN =
            LockoutPolicies.policy().lock(3, 60, 600).settle(30).named("login");
    static final ConcurrencyPolicy WORK = new ConcurrencyPolicy("work", "", 3, 30 * SECOND, false);
    private static final long KEYS = 100_000;

    final SteppedClock clock = new SteppedClock();
    final SharedStore shared = new SharedStore(clock.of(0), this, true);

    /** What the store was asked: the operation, and each claim's identity and id. */
    final List<String> heard = new ArrayList<>();

    /** How long each question is on its way, µs. */
    long delay;

    /** What happens once before the next question is answered, and while its answer is on its way. */
    Runnable before = () -> {};

    Runnable meanwhile = () -> {};

    private int ids;

    @Override
    public void asked(Operation operation, List<? extends Claim> claims) {
        assertThat(claims).as("there is something to ask for").isNotEmpty();
        StringBuilder text = new StringBuilder(operation.toString());
        claims.forEach(
                claim -> text.append(' ').append(claim.identity()).append('/').append(claim.id()));
        heard.add(text.toString());
        clock.leap(delay);
        Runnable once = before;
        before = () -> {};
        once.run();
    }

    @Override
    public void answered(Operation operation, List<? extends Claim> claims, List<Verdict> verdicts) {
        Runnable once = meanwhile;
        meanwhile = () -> {};
        once.run();
    }

    /** One of two nodes, by what is on its way to the store. */
    final class Node {

        final StoreCounts counts = new StoreCounts();
        final LocalDenialCache front = new LocalDenialCache(KEYS, clock.of(0));
        final LocalStore local = new LocalStore(KEYS, clock.of(0), front::known);
        final Breaker breaker;
        final TwoTiers tiers;

        Node(Store line) {
            breaker = new Breaker(line, TIMEOUT, clock.of(0));
            tiers = new TwoTiers(front, breaker, local, 2, TIMEOUT, clock.of(0), counts);
            breaker.watch(new Breaker.Watch() {
                @Override
                public void returning(String primary) throws StoreException {
                    tiers.returning(primary);
                }

                @Override
                public void back(String primary) {
                    tiers.recovered();
                }
            });
            breaker.start();
            tiers.started();
            clock.pass(2 * SECOND);
        }

        TierAnswer decide(Claim... claims) {
            return tiers.decide(asks(claims));
        }

        boolean admits(Claim... claims) {
            return decide(claims).admits(asks(claims));
        }

        /** Whether an attempt is let in; it is given back. */
        boolean lets(String who) {
            AttemptClaim attempt = attempt(who);
            boolean let = admits(attempt);
            if (let) {
                tiers.settle(Operation.ABANDON, List.of(attempt));
            }
            return let;
        }

        /** So many attempts that are let in, and fail. */
        void wrong(String who, int times) {
            for (int i = 0; i < times; i++) {
                AttemptClaim attempt = attempt(who);
                assertThat(admits(attempt)).isTrue();
                tiers.settle(Operation.FAIL, List.of(attempt));
            }
        }

        void locks(String who, long micros) throws StoreException {
            tiers.locks().lock(place(who), who, micros, "by hand");
        }

        void unlocks(String who) throws StoreException {
            tiers.locks().unlock(place(who));
        }

        /** The shared store goes, which this node finds out. */
        void loses() {
            shared.away = true;
            for (int i = 0; i < 5; i++) {
                decide(attempt("joe"));
            }
            assertThat(breaker.unreachable()).isEqualTo(1);
        }

        /** The shared store is back, which this node finds out. */
        void finds() {
            shared.away = false;
            clock.pass(5 * SECOND);
            assertThat(breaker.unreachable()).isZero();
        }
    }

    /** The questions of a kind. */
    List<String> heard(Operation operation) {
        return heard.stream().filter(text -> text.startsWith(operation + " ")).toList();
    }

    Node node() {
        return new Node(shared.line());
    }

    AttemptClaim attempt(String who) {
        return attempt(LOGIN, who, "id" + ids++);
    }

    static AttemptClaim attempt(LockoutPolicy policy, String who, String id) {
        return new AttemptClaim(policy, who, id, Purpose.ATTEMPT, Traits.NONE, who);
    }

    LeaseClaim lease(String who) {
        return new LeaseClaim(WORK, who, "lease" + ids++);
    }

    static List<Ask> asks(Claim... claims) {
        return asks(FailurePolicy.LOCAL, claims);
    }

    static List<Ask> asks(FailurePolicy policy, Claim... claims) {
        List<Ask> asks = new ArrayList<>();
        for (Claim claim : claims) {
            asks.add(new Ask(claim, Rules.limit(claim.rule(), List.of(), policy), Key.of(claim.identity())));
        }
        return asks;
    }

    static LockId place(String who) {
        return new LockId(LOGIN, who);
    }

    /** How a key stands in the store. */
    LockState state(String who) {
        return shared.state(place(who));
    }

    /** What the store is asked now in the background. */
    int askedWithin(long micros) {
        int before = shared.questions;
        clock.pass(micros);
        return shared.questions - before;
    }
}
