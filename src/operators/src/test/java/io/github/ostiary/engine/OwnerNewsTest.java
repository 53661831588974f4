package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.GuardListener.Network;
import io.github.ostiary.GuardListener.Prior;
import io.github.ostiary.Lockouts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a listener learns for a mail to the owner of an account: locks and sign-ins, and what led there. */
class OwnerNewsTest extends SteppedGuard {

    private static final String HOME = "192.0.2.1";
    private static final String THERE = "198.51.100.7";

    @BeforeEach
    void begin() {
        given(
                "lockout.login.key=param:u",
                "lockout.login.path=/login",
                "lockout.login.steps=3/1h lock 15m",
                "lockout.login.exempt=recent-success 30d",
                "lockout.network.key=ip",
                "lockout.network.steps=3/1h lock 15m",
                "lockout.network.consecutive=false",
                "lockout.trial.key=param:u",
                "lockout.trial.enforce=false",
                "lockout.trial.steps=3/1h lock 15m");
    }

    private void attempt(String rule, String name, String from, boolean right) {
        try (var attempt = engine.lockouts(rule).begin(login(name).from(from))) {
            assertThat(attempt.decision().allowed()).isTrue();
            if (right) {
                attempt.succeeded();
            }
        }
    }

    private List<Event> told() {
        engine.close();
        return List.copyOf(heard);
    }

    @Test
    void aLockSaysHowManyFailuresAndWhetherTheNetworkIsNew() {
        attempt("login", "bob", HOME, true);
        attempt("login", "bob", HOME, false);
        attempt("login", "bob", THERE, false);
        attempt("login", "bob", THERE, false);
        assertThat(told()).singleElement().satisfies(event -> {
            assertThat(event.kind()).isEqualTo(Kind.LOCKED);
            assertThat(event.rule()).isEqualTo("login");
            assertThat(event.key()).isPresent();
            assertThat(event.duration()).contains(Duration.ofMinutes(15));
            assertThat(event.prior()).contains(new Prior(3, Network.NEW));
            assertThat(event).hasToString("LOCKED login");
        });
    }

    @Test
    void aSignInIsToldAfterFailuresOrFromANewNetwork() {
        attempt("login", "bob", HOME, true);
        attempt("login", "bob", HOME, true);
        attempt("login", "bob", HOME, false);
        attempt("login", "bob", HOME, true);
        attempt("login", "bob", THERE, true);
        assertThat(told()).extracting(Event::kind).containsExactly(Kind.SIGNED_IN, Kind.SIGNED_IN);
        assertThat(heard.get(0).prior()).contains(new Prior(1, Network.KNOWN));
        assertThat(heard.get(1).prior()).contains(new Prior(0, Network.NEW));
    }

    /** Whoever signs in behind a network acquits nobody else there; what is tried tells nothing; a guess tells nothing. */
    @Test
    void neitherNetworksNorShadowsNorAnswersSignIn() {
        for (String rule : List.of("network", "trial")) {
            attempt(rule, "bob", HOME, true);
            attempt(rule, "bob", HOME, false);
            attempt(rule, "bob", HOME, true);
            attempt(rule, "bob", THERE, true);
        }
        Lockouts lockouts = engine.lockouts("login");
        lockouts.beginChallenge(engine.keyFor("login", login("bob"))).succeeded();
        assertThat(told()).isEmpty();
    }

    @Test
    void aLockByHandFollowsFromNoAttempts() {
        engine.lockouts("login").lock(engine.keyFor("login", login("bob")), Duration.ofMinutes(1), "");
        assertThat(told()).singleElement().satisfies(event -> {
            assertThat(event.prior()).isEmpty();
            assertThat(event.change()).isPresent();
        });
    }
}
