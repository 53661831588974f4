package io.github.ostiary.notice;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Change;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.DecisionListener.Door;
import io.github.ostiary.engine.DecisionListeners;
import io.github.ostiary.engine.GuardChange;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.watch.Auditing;
import io.github.ostiary.watch.Auditor;
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
    private final ChangeMaker changes = new ChangeMaker(time, () -> new Operator("ann", "java"));
    private final Events events = new Events(List.of(heard::add));
    private final DecisionListener told = new DecisionListeners(List.of(new Auditing(trail, changes), events));

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

    private void changed(Deed act, Optional<Duration> duration, String from) {
        told.changed(GuardChange.of(act, RULE, Optional.of(BOB), PLACE, "bob", duration, by(from)));
    }

    private void besieged(Deed act, boolean measured) {
        Optional<Change> change = measured ? Optional.of(by("")) : Optional.empty();
        told.changed(GuardChange.of(act, "lockout.login", "login", Optional.empty(), change));
    }

    private void decided(Ask ask, Verdict said) {
        Decision decision = said.passed()
                ? Decision.allow(List.of(), false, false)
                : Decision.deny(said.reason(), "login", List.of(), null, false, false);
        told.decidedAlone(Door.REQUEST, ask.rule(), ask.key(), ask.claim(), said, decision);
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
        Change change = changes.change(changes.acting().get(), "because\nof this");
        assertThat(change.by()).isEqualTo("ann");
        assertThat(change.from()).isEqualTo("java");
        assertThat(change.reason()).doesNotContain("\n").startsWith("because");
        assertThat(change.at()).isEqualTo(Instant.EPOCH.plus(time.micros(), ChronoUnit.MICROS));
    }

    @Test
    void whoeverIsLockedByHandIsKeptWithWhoDidIt() {
        changed(Deed.LOCKED, Optional.of(Duration.ofHours(1)), "console");
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
        changed(Deed.BLOCKED, Optional.empty(), "console");
        assertThat(heard().kind()).isEqualTo(Kind.BLOCKED);
        assertThat(entry().deed()).isEqualTo(Deed.BLOCKED);
        assertThat(entry().duration()).isEmpty();
    }

    @Test
    void whoeverIsUnlockedIsKeptToo() {
        changed(Deed.UNLOCKED, Optional.empty(), "console");
        assertThat(heard().kind()).isEqualTo(Kind.UNLOCKED);
        assertThat(heard().key()).contains(BOB);
        assertThat(entry().deed()).isEqualTo(Deed.UNLOCKED);
        assertThat(entry().label()).isEqualTo("bob");
    }

    /** A caller may make an application do it as often as it likes; an operator's deeds are all kept. */
    @Test
    void ofWhatJavaDoesNoMoreIsKeptThanTheTrailTakes() {
        trail.full = true;
        changed(Deed.UNLOCKED, Optional.empty(), ChangeMaker.JAVA);
        assertThat(trail.entries).isEmpty();
        assertThat(trail.asked).containsExactly("limit.login java 200");
        changed(Deed.UNLOCKED, Optional.empty(), "console");
        assertThat(trail.entries).hasSize(1);
        trail.full = false;
        changed(Deed.UNLOCKED, Optional.empty(), ChangeMaker.JAVA);
        assertThat(trail.entries).hasSize(2);
    }

    @Test
    void aStepThatLocksIsKept() {
        told.settled(Operation.FAIL, List.of(attempt()), List.of(fired(Reason.LOCKED)), null);
        assertThat(heard().kind()).isEqualTo(Kind.LOCKED);
        assertThat(entry().deed()).isEqualTo(Deed.LOCKED);
        assertThat(entry().duration()).contains(Duration.ofSeconds(60));
        assertThat(entry().change().by()).isEqualTo("a step");
        assertThat(entry().label()).isEqualTo("K");
        assertThat(trail.asked).containsExactly("limit.login a step 10");
    }

    @Test
    void aStepThatBlocksIsKeptWithoutAnEnd() {
        told.settled(Operation.FAIL, List.of(attempt()), List.of(fired(Reason.BLOCKED)), null);
        assertThat(heard().kind()).isEqualTo(Kind.BLOCKED);
        assertThat(entry().deed()).isEqualTo(Deed.BLOCKED);
        assertThat(entry().duration()).isEmpty();
    }

    @Test
    void aChallengeIsHeardAndNotKept() {
        told.settled(Operation.FAIL, List.of(attempt()), List.of(fired(Reason.CHALLENGE_REQUIRED)), null);
        assertThat(heard().kind()).isEqualTo(Kind.CHALLENGED);
        assertThat(trail.entries).isEmpty();
    }

    @Test
    void moreStepsThanTheTrailTakesAreHeard() {
        trail.full = true;
        told.settled(Operation.FAIL, List.of(attempt()), List.of(fired(Reason.LOCKED)), null);
        assertThat(heard().kind()).isEqualTo(Kind.LOCKED);
        assertThat(trail.entries).isEmpty();
    }

    @Test
    void aSiegeIsKeptByTheNodeThatHasMeasuredIt() {
        besieged(Deed.SIEGE_BEGAN, false);
        assertThat(heard().kind()).isEqualTo(Kind.SIEGE_BEGAN);
        assertThat(heard().rule()).isEqualTo("login");
        assertThat(trail.entries).isEmpty();
        besieged(Deed.SIEGE_BEGAN, true);
        besieged(Deed.SIEGE_ENDED, true);
        assertThat(trail.entries).extracting(AuditEntry::deed).containsExactly(Deed.SIEGE_BEGAN, Deed.SIEGE_ENDED);
        assertThat(trail.entries).extracting(AuditEntry::subject).containsOnly("lockout.login");
        Await.until(() -> heard.size() == 3, Duration.ofSeconds(10));
        assertThat(heard.get(2).kind()).isEqualTo(Kind.SIEGE_ENDED);
    }

    @Test
    void anOverrideIsHeardWithItsTime() {
        AuditEntry entry = new AuditEntry(
                Deed.OVERRIDDEN, "limit.a.rate", "", "", Optional.of(Duration.ofHours(1)), by("console"));
        told.changed(
                GuardChange.of(Deed.OVERRIDDEN, "limit.a.rate", "a", entry.duration(), Optional.of(by("console"))));
        assertThat(heard().kind()).isEqualTo(Kind.OVERRIDDEN);
        assertThat(heard().duration()).contains(Duration.ofHours(1));
        assertThat(heard().change()).contains(by("console"));
        assertThat(entry()).isEqualTo(entry);
    }

    @Test
    void rulesThatWereReadAgainAreHeardOfOnceTheyAreInForce() {
        AuditEntry refused = new AuditEntry(Deed.REFUSED, "", "", "", Optional.empty(), by("file"));
        AuditEntry reloaded = new AuditEntry(Deed.RELOADED, "", "", "", Optional.empty(), by("file"));
        told.changed(GuardChange.of(Deed.REFUSED, "", "", Optional.empty(), Optional.of(by("file"))));
        told.changed(GuardChange.of(Deed.RELOADED, "", "", Optional.empty(), Optional.of(by("file"))));
        assertThat(heard().kind()).isEqualTo(Kind.RELOADED);
        assertThat(heard().change()).contains(by("file"));
        assertThat(trail.entries).containsExactly(refused, reloaded);
    }

    @Test
    void onlyLimitsThatDenyAreHeardOfByADecision() {
        Ask charge = new Ask(new Charge(Limits.of(Algorithm.FIXED_WINDOW, "5/1m"), "bob", 1), RULE, BOB);
        decided(charge, new Verdict(true, 1, 0, 0, 1, 0));
        decided(attempt(), new Verdict(false, 0, 9, 0, 0, 9, new Consequence(Reason.LOCKED, false)));
        decided(charge, new Verdict(false, 0, 9, 0, 0, 9, new Consequence(Reason.CONCURRENCY_LIMITED, false)));
        assertThat(heard().kind()).isEqualTo(Kind.LIMITED);
        assertThat(heard().key()).contains(BOB);
    }
}
