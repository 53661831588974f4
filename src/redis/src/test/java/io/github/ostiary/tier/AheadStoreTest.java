package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.TimeSource;
import io.github.ostiary.lease.Budget;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.SharedStore;
import io.github.ostiary.testing.SteppedClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several claims at once, of which some have permits ahead. */
class AheadStoreTest {

    private static final long WINDOW = 10_000_000;

    private final SteppedClock clock = new SteppedClock();
    private final TimeSource time = clock.of(0);
    private final SharedStore server = new SharedStore(time, SharedStore.Listener.NONE, false);
    private final LocalDenialCache front = new LocalDenialCache(1_000, time);
    private final AheadStore ahead = on(server.line());
    private final Limit limit = Limits.of(
            Algorithm.SLIDING_LOG,
            "1000/10s",
            Tuning.of(Algorithm.SLIDING_LOG, Rate.parse("1000/10s")).withAhead(100));

    private AheadStore on(Store store) {
        return new AheadStore(front.permits(), store, Budget.of(Duration.ofSeconds(2), time));
    }

    private Charge charge(String name, long permits) {
        return new Charge(limit, name, permits);
    }

    private static Charge never(String name) {
        return new Charge(Limits.of(Algorithm.FIXED_WINDOW, "1000/10s"), name, 1);
    }

    /** Asks until one of the claims would take permits ahead, at most so often as makes a key hot. */
    private List<Claim> askedInVain(AheadStore asks, List<Claim> claims) throws StoreException {
        List<Claim> asking = claims;
        for (int i = 0; i < 12 && asking.stream().allMatch(claim -> claim.ahead() == null); i++) {
            clock.pass(10_000);
            asking = asks.asking(claims, time.micros());
        }
        return asking;
    }

    private void heat(String name) throws StoreException {
        List<Claim> asking = askedInVain(ahead, List.of(charge(name, 1)));
        ahead.decide(asking, time.micros(), Long.MAX_VALUE);
    }

    private long left(String name) {
        return front.permits().left(charge(name, 1), time.micros());
    }

    private static Verdict denied() {
        return new Verdict(false, 0, 700, WINDOW, 0, 700);
    }

    @Test
    void nothingIsSpentWhereOneOfThemIsNotCovered() throws StoreException {
        heat("bob");
        long before = left("bob");
        assertThat(before).isPositive();
        assertThat(ahead.admit(List.of(charge("bob", 1), charge("carol", 1)), time.micros()))
                .isEmpty();
        assertThat(left("bob")).isEqualTo(before);
        assertThat(ahead.admit(List.of(charge("bob", 1)), time.micros())).hasSize(1);
        assertThat(left("bob")).isEqualTo(before - 1);
    }

    @Test
    void whatOneClaimHasTakenAnotherDoesNotGet() throws StoreException {
        heat("bob");
        long most = left("bob") * 3 / 5;
        List<Claim> twice = List.of(charge("bob", most), charge("bob", most));
        assertThat(ahead.admit(twice, time.micros())).isEmpty();
    }

    @Test
    void besideAClaimThatTakesNothingAheadNoneDoes() throws StoreException {
        assertThat(askedInVain(ahead, List.of(charge("bob", 1), never("bob"))))
                .allMatch(claim -> claim.ahead() == null);
        assertThat(askedInVain(ahead, List.of(never("carol"), charge("carol", 1))))
                .allMatch(claim -> claim.ahead() == null);
        assertThat(askedInVain(ahead, List.of(charge("dan", 1)))).allMatch(claim -> claim.ahead() != null);
    }

    /** Several servers decide about several callers one after the other. */
    @Test
    void onSeveralServersOnlyClaimsOfOneCallerAreTakenAhead() throws StoreException {
        AheadStore several = on(new Servers().and("b", server));
        assertThat(askedInVain(several, List.of(charge("bob", 1), charge("carol", 1))))
                .allMatch(claim -> claim.ahead() == null);
        assertThat(askedInVain(several, List.of(charge("dan", 1)))).allMatch(claim -> claim.ahead() != null);
        assertThat(askedInVain(ahead, List.of(charge("erin", 1), charge("frank", 1))))
                .as("one server decides about both at once")
                .allMatch(claim -> claim.ahead() != null);
    }

    @Test
    void whatThisNodeHasIsLeftForItAndPassesIfThatIsEnough() throws StoreException {
        heat("bob");
        long own = left("bob");
        List<Claim> claims = List.of(charge("bob", own), charge("bob", own + 1), charge("carol", 1));
        List<Verdict> said = List.of(denied(), denied(), denied());
        assertThat(ahead.withOwn(claims, said, time.micros()))
                .containsExactly(
                        new Verdict(true, own, 0, WINDOW, own, 700),
                        new Verdict(false, own, 700, WINDOW, own, 700),
                        denied());
        assertThat(said).containsOnly(denied());
        Verdict passed = new Verdict(true, 5, 0, WINDOW, 5, WINDOW);
        assertThat(ahead.withOwn(List.of(charge("bob", own + 1)), List.of(passed), time.micros()))
                .containsExactly(new Verdict(true, 5 + own, 0, WINDOW, 5 + own, WINDOW));
    }

    @Test
    void whatWasGivenAheadIsShownAsLeft() {
        Verdict given = new Verdict(true, 5, 0, WINDOW, 5, WINDOW).withAhead(80);
        Verdict none = new Verdict(true, 7, 0, WINDOW, 7, WINDOW);
        List<Claim> asking = List.of(charge("bob", 1), charge("carol", 1));
        List<Verdict> shown = ahead.shown(asking, List.of(given, none), true, time.micros());
        assertThat(shown).extracting(Verdict::remaining).containsExactly(85L, 7L);
        assertThat(shown.get(1)).isSameAs(none);
        List<Verdict> denials = List.of(denied(), denied());
        assertThat(ahead.shown(asking, denials, false, time.micros())).isSameAs(denials);
    }
}
