package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.testing.SharedStore;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A token lets the owner's network in, once, through one lock, and nobody else; on two nodes of one store. */
class UnlockTokenTest extends SteppedGuard {

    private static final String HOME = "192.0.2.1";
    private static final String STRANGER = "198.51.100.7";
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String[] RULES = {
        "keySecret=0123456789abcdef0123456789abcdef",
        "lockout.login.key=param:u",
        "lockout.login.path=/login",
        "lockout.login.steps=3/1h lock 15m x2, 9/1d block",
        "lockout.login.victimLock=accept",
        "lockout.login.exempt=recent-success 30d",
        "lockout.plain.key=param:u",
        "lockout.plain.steps=3/1h lock 15m"
    };

    private SharedStore store;
    private Lockouts lockouts;

    @Nullable
    private Engine second;

    @BeforeEach
    void begin() {
        store = sharedStore();
        engine = engine(tiers, 100, RULES);
        lockouts = engine.lockouts("login");
    }

    private boolean tried(String name, String from, boolean right) {
        try (var attempt = lockouts.begin(login(name).from(from))) {
            if (attempt.decision().allowed() && right) {
                attempt.succeeded();
            }
            return attempt.decision().allowed();
        }
    }

    private void lock(String name) {
        for (int i = 0; i < 3; i++) {
            assertThat(tried(name, STRANGER, false)).isTrue();
        }
        assertThat(lockouts.state(key(name)).phase()).isEqualTo(Phase.LOCKED);
    }

    private Key key(String name) {
        return engine.keyFor("login", login(name));
    }

    private String token(String name) {
        return lockouts.unlockToken(key(name), HOUR).orElseThrow();
    }

    private LinkOutcome open(String token, String from) {
        return engine.open(token, get("/unlock").from(from));
    }

    @Test
    void theOwnerIsLetInAndTheStrangerIsNot() {
        lock("bob");
        assertThat(tried("bob", HOME, true)).isFalse();
        assertThat(open(token("bob"), HOME)).isEqualTo(LinkOutcome.OPENED);
        assertThat(tried("bob", STRANGER, false)).as("still locked").isFalse();
        assertThat(lockouts.state(key("bob")).phase()).isEqualTo(Phase.LOCKED);
        assertThat(tried("bob", HOME, false)).as("a slip").isTrue();
        assertThat(tried("bob", HOME, true)).isTrue();
        engine.close();
        assertThat(heard).extracting(Event::kind).containsOnlyOnce(Kind.UNLOCKED);
    }

    /** With three guesses and no more: as many as a network has that has just succeeded. */
    @Test
    void whoeverOpensItHasNoMoreGuessesThanAKnownNetwork() {
        lock("bob");
        assertThat(open(token("bob"), HOME)).isEqualTo(LinkOutcome.OPENED);
        int guesses = 0;
        while (tried("bob", HOME, false)) {
            guesses++;
        }
        assertThat(guesses).isEqualTo(3);
    }

    @Test
    void aStrangerWhoLocksAgainDoesNotShutTheOwnerOut() {
        lock("bob");
        assertThat(open(token("bob"), HOME)).isEqualTo(LinkOutcome.OPENED);
        clock.leap(15 * 60 * SECOND);
        lock("bob");
        assertThat(tried("bob", HOME, true)).isTrue();
    }

    @Test
    void itIsHandedInOnceOnAnyNode() {
        lock("bob");
        String token = token("bob");
        second = engine(tiers, 100, RULES);
        byte[] secret = new byte[32];
        engine.links().begin(purpose -> secret);
        second.links().begin(purpose -> secret);
        token = token("bob");
        assertThat(second.open(token, get("/unlock").from(HOME))).isEqualTo(LinkOutcome.OPENED);
        assertThat(open(token, STRANGER)).isEqualTo(LinkOutcome.USED);
        assertThat(tried("bob", STRANGER, true)).isFalse();
        assertThat(tried("bob", HOME, true)).isTrue();
    }

    @Test
    void itOpensNoOtherLock() {
        lock("bob");
        lock("ann");
        String early = token("bob");
        assertThat(open(token("ann"), HOME)).isEqualTo(LinkOutcome.OPENED);
        assertThat(tried("bob", HOME, true)).as("of another key").isFalse();
        clock.leap(15 * 60 * SECOND);
        lock("bob");
        assertThat(open(early, HOME)).as("of the lock before").isEqualTo(LinkOutcome.OVER);
        assertThat(tried("bob", HOME, true)).isFalse();
        lockouts.unlock(key("bob"));
        lock("bob");
        assertThat(open(early, HOME)).as("of the lock before the unlocking").isEqualTo(LinkOutcome.OVER);
    }

    /** An operator knows more than the owner of a mailbox. */
    @Test
    void noLinkOpensWhatWasLockedByHandOrBlocks() {
        assertThat(lockouts.unlockToken(key("bob"), HOUR)).as("open").isEmpty();
        lock("bob");
        String token = token("bob");
        lockouts.lock(key("bob"), Duration.ofDays(1), "");
        assertThat(lockouts.unlockToken(key("bob"), HOUR)).isEmpty();
        assertThat(open(token, HOME)).isEqualTo(LinkOutcome.OVER);
        lockouts.block(key("ann"), "");
        assertThat(lockouts.unlockToken(key("ann"), HOUR)).isEmpty();
        assertThat(tried("ann", HOME, true)).isFalse();
    }

    @Test
    void itExpiresAndHasBounds() {
        lock("bob");
        String token = lockouts.unlockToken(key("bob"), Duration.ofMinutes(1)).orElseThrow();
        clock.leap(60 * SECOND);
        assertThat(open(token, HOME)).isEqualTo(LinkOutcome.INVALID);
        for (Duration none : new Duration[] {Duration.ofSeconds(59), Duration.ofDays(8), Duration.ZERO}) {
            assertThatThrownBy(() -> lockouts.unlockToken(key("bob"), none)).hasMessageContaining("1m to 7d");
        }
        assertThatThrownBy(() -> engine.lockouts("plain").unlockToken(key("bob"), HOUR))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("exempt=recent-success");
        assertThat(engine.open("guessed", get("/unlock").from(HOME))).isEqualTo(LinkOutcome.INVALID);
    }

    @Test
    void whileTheStoreIsAwayNothingOpensAndNothingIsPromised() {
        lock("bob");
        String token = token("bob");
        store.away = true;
        assertThat(open(token, HOME)).isEqualTo(LinkOutcome.AWAY);
        assertThatThrownBy(() -> lockouts.unlockToken(key("bob"), HOUR)).isInstanceOf(IllegalStateException.class);
        store.back(0);
        assertThat(open(token, HOME)).as("it was not used").isEqualTo(LinkOutcome.OPENED);
        assertThat(tried("bob", STRANGER, true)).isFalse();
    }

    @Test
    void theNameMayBeWrittenAsTheKeySays() {
        for (int i = 0; i < 3; i++) {
            tried("BOB", STRANGER, false);
        }
        String token = lockouts.unlockToken(key("BOB"), HOUR).orElseThrow();
        assertThat(open(token, HOME)).isEqualTo(LinkOutcome.OPENED);
        assertThat(tried("BOB", HOME, false)).isTrue();
        assertThat(tried("bob", HOME, true)).isTrue();
        assertThat(lockouts.begin(login("bob").from(STRANGER)).decision().reason())
                .isEqualTo(Reason.LOCKED);
    }
}
