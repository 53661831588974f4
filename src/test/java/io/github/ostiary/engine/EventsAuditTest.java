package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Change;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.Rules;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is done to callers and rules is heard, and is kept with who did it and why. */
class EventsAuditTest {

    private static final LockoutPolicy POLICY =
            LockoutPolicies.policy().lock(3, 60, 60).named("login");
    private static final LockId PLACE = new LockId(POLICY, "k");
    private static final Rule RULE = Rules.limit("login", List.of());
    private static final Key BOB = Key.of("bob");

    private final ManualTimeSource time = new ManualTimeSource();
    private final List<Event> heard = new CopyOnWriteArrayList<>();
    private final Trail trail = new Trail();
    private final Events events = new Events(List.of(heard::add), trail, () -> new Operator("ann", "java"), time);

    /** As full as the test says. */
    private static final class Trail implements Auditor {

        final List<AuditEntry> entries = new ArrayList<>();
        final List<String> asked = new ArrayList<>();
        boolean full;

        @Override
        public boolean takes(String rule, String by, int most) {
            asked.add(rule + " " + by + " " + most);
            return !full;
        }

        @Override
        public void add(AuditEntry entry) {
            entries.add(entry);
        }
    }

    @AfterEach
    void close() {
        events.close();
    }

    private Event heard() {
        Await.until(() -> heard.size() == 1, Duration.ofSeconds(10));
        return heard.get(0);
    }

    private AuditEntry entry() {
        assertThat(trail.entries).hasSize(1);
        return trail.entries.get(0);
    }

    private static Change by(String from) {
        return new Change("ann", from, "a test", Instant.EPOCH);
    }

    private static Verdict fired(Reason reason) {
        return new Verdict(false, 0, 60_000_000, 0, 0, 60_000_000, new Consequence(reason, true));
    }

    private static Ask attempt() {
        return new Ask(LockoutPolicies.attempt(POLICY, "a", "", ""), RULE, BOB);
    }

    @Test
    void aChangeIsOfNowAndItsReasonIsOneShortLine() {
        time.advance(Duration.ofHours(1));
        Change change = events.change(events.acting(), "because\nof this");
        assertThat(change.by()).isEqualTo("ann");
        assertThat(change.from()).isEqualTo("java");
        assertThat(change.reason()).doesNotContain("\n").startsWith("because");
        assertThat(change.at()).isEqualTo(Instant.EPOCH.plus(time.micros(), ChronoUnit.MICROS));
    }

    @Test
    void whoeverIsLockedByHandIsKeptWithWhoDidIt() {
        events.locked(RULE, BOB, PLACE, "bob", Optional.of(Duration.ofHours(1)), by("console"));
        assertThat(heard().kind()).isEqualTo(Kind.LOCKED);
        assertThat(heard().key()).contains(BOB);
        assertThat(heard().duration()).contains(Duration.ofHours(1));
        assertThat(heard().change()).contains(by("console"));
        assertThat(entry())
                .isEqualTo(new AuditEntry(
                        Deed.LOCKED, "limit.login", "k", "bob", Optional.of(Duration.ofHours(1)), by("console")));
    }

    @Test
    void aLockWithoutAnEndIsABlock() {
        events.locked(RULE, BOB, PLACE, "bob", Optional.empty(), by("console"));
        assertThat(heard().kind()).isEqualTo(Kind.BLOCKED);
        assertThat(entry().deed()).isEqualTo(Deed.BLOCKED);
        assertThat(entry().duration()).isEmpty();
    }

    @Test
    void whoeverIsUnlockedIsKeptToo() {
        events.unlocked(RULE, Optional.of(BOB), PLACE, "bob", by("console"));
        assertThat(heard().kind()).isEqualTo(Kind.UNLOCKED);
        assertThat(heard().key()).contains(BOB);
        assertThat(entry().deed()).isEqualTo(Deed.UNLOCKED);
        assertThat(entry().label()).isEqualTo("bob");
    }

    /** A caller may make an application do it as often as it likes; an operator's deeds are all kept. */
    @Test
    void ofWhatJavaDoesNoMoreIsKeptThanTheTrailTakes() {
        trail.full = true;
        events.unlocked(RULE, Optional.of(BOB), PLACE, "bob", by(Events.JAVA));
        assertThat(trail.entries).isEmpty();
        assertThat(trail.asked).containsExactly("limit.login java 200");
        events.unlocked(RULE, Optional.of(BOB), PLACE, "bob", by("console"));
        assertThat(trail.entries).hasSize(1);
        trail.full = false;
        events.unlocked(RULE, Optional.of(BOB), PLACE, "bob", by(Events.JAVA));
        assertThat(trail.entries).hasSize(2);
    }

    @Test
    void aStepThatLocksIsKept() {
        events.fired(attempt(), fired(Reason.LOCKED));
        assertThat(heard().kind()).isEqualTo(Kind.LOCKED);
        assertThat(entry().deed()).isEqualTo(Deed.LOCKED);
        assertThat(entry().duration()).contains(Duration.ofSeconds(60));
        assertThat(entry().change().by()).isEqualTo("a step");
        assertThat(entry().label()).isEqualTo("K");
        assertThat(trail.asked).containsExactly("limit.login a step 10");
    }

    @Test
    void aStepThatBlocksIsKeptWithoutAnEnd() {
        events.fired(attempt(), fired(Reason.BLOCKED));
        assertThat(heard().kind()).isEqualTo(Kind.BLOCKED);
        assertThat(entry().deed()).isEqualTo(Deed.BLOCKED);
        assertThat(entry().duration()).isEmpty();
    }

    @Test
    void aChallengeIsHeardAndNotKept() {
        events.fired(attempt(), fired(Reason.CHALLENGE_REQUIRED));
        assertThat(heard().kind()).isEqualTo(Kind.CHALLENGED);
        assertThat(trail.entries).isEmpty();
    }

    @Test
    void moreStepsThanTheTrailTakesAreHeard() {
        trail.full = true;
        events.fired(attempt(), fired(Reason.LOCKED));
        assertThat(heard().kind()).isEqualTo(Kind.LOCKED);
        assertThat(trail.entries).isEmpty();
    }

    @Test
    void aSiegeIsKeptByTheNodeThatHasMeasuredIt() {
        events.besieged("login", true, false);
        assertThat(heard().kind()).isEqualTo(Kind.SIEGE_BEGAN);
        assertThat(heard().rule()).isEqualTo("login");
        assertThat(trail.entries).isEmpty();
        events.besieged("login", true, true);
        events.besieged("login", false, true);
        assertThat(trail.entries).extracting(AuditEntry::deed).containsExactly(Deed.SIEGE_BEGAN, Deed.SIEGE_ENDED);
        assertThat(trail.entries).extracting(AuditEntry::subject).containsOnly("lockout.login");
        Await.until(() -> heard.size() == 3, Duration.ofSeconds(10));
        assertThat(heard.get(2).kind()).isEqualTo(Kind.SIEGE_ENDED);
    }

    @Test
    void anOverrideIsHeardWithItsTime() {
        AuditEntry entry = new AuditEntry(
                Deed.OVERRIDDEN, "limit.a.rate", "", "", Optional.of(Duration.ofHours(1)), by("console"));
        events.overridden("a", entry);
        assertThat(heard().kind()).isEqualTo(Kind.OVERRIDDEN);
        assertThat(heard().duration()).contains(Duration.ofHours(1));
        assertThat(heard().change()).contains(by("console"));
        assertThat(entry()).isSameAs(entry);
    }

    @Test
    void rulesThatWereReadAgainAreHeardOfOnceTheyAreInForce() {
        AuditEntry refused = new AuditEntry(Deed.REFUSED, "", "", "", Optional.empty(), by("file"));
        AuditEntry reloaded = new AuditEntry(Deed.RELOADED, "", "", "", Optional.empty(), by("file"));
        events.reloaded(refused);
        events.reloaded(reloaded);
        assertThat(heard().kind()).isEqualTo(Kind.RELOADED);
        assertThat(heard().change()).contains(by("file"));
        assertThat(trail.entries).containsExactly(refused, reloaded);
    }

    @Test
    void onlyLimitsThatDenyAreHeardOfByADecision() {
        Ask charge = new Ask(new Charge(Limits.of(Algorithm.FIXED_WINDOW, "5/1m"), "bob", 1), RULE, BOB);
        events.decided(charge, new Verdict(true, 1, 0, 0, 1, 0));
        events.decided(attempt(), new Verdict(false, 0, 9, 0, 0, 9, new Consequence(Reason.LOCKED, false)));
        events.decided(charge, new Verdict(false, 0, 9, 0, 0, 9, new Consequence(Reason.CONCURRENCY_LIMITED, false)));
        assertThat(heard().kind()).isEqualTo(Kind.LIMITED);
        assertThat(heard().key()).contains(BOB);
    }
}
