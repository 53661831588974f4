package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.setup.GuardBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A key made by hand reaches whom the filter counts, or nobody without saying so. */
class LockoutKeyShapeTest {

    private static final Key NAME = Key.part("param:username", "bob");
    private static final Key ADDRESS = Key.ip("10.0.0.1");

    private final Guard guard = GuardBuilder.create()
            .property("lockout.login.path", "/login")
            .property("lockout.login.key", "param:username + ip")
            .property("lockout.login.failure", "status:401")
            .property("lockout.login.success", "status:204")
            .property("lockout.login.steps", "3/1m lock 5m")
            .property("lockout.code.steps", "3/1m lock 5m")
            .property("lockout.own.path", "/own")
            .property("lockout.own.failure", "status:401")
            .property("lockout.own.success", "status:204")
            .property("lockout.own.steps", "3/1m lock 5m")
            .property("lockout.own.key", "resolver:" + Anything.class.getName())
            .build();

    /** Nobody knows what it makes. */
    public static final class Anything implements KeyResolver {

        @Override
        public Optional<Key> resolve(CallContext call) {
            return Optional.of(Key.of("any"));
        }
    }

    @AfterEach
    void close() {
        guard.close();
    }

    @Test
    void theFiltersOwnAndALoneAddressAreTaken() {
        Lockouts login = guard.lockouts("login");
        for (Key key : List.of(NAME.and(ADDRESS), ADDRESS)) {
            login.lock(key, Duration.ofMinutes(1), "");
            assertThat(login.state(key).phase()).isEqualTo(Phase.LOCKED);
        }
    }

    @Test
    void whatNoRequestCanHaveIsDenied() {
        Lockouts login = guard.lockouts("login");
        for (Key key : List.of(
                Key.of("bob"),
                NAME,
                ADDRESS.and(NAME),
                Key.part("username", "bob").and(ADDRESS),
                Key.part("param:username", "Bob").and(ADDRESS),
                NAME.and(ADDRESS).and(ADDRESS))) {
            assertThatThrownBy(() -> login.unlock(key))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(
                            "lockout.login counts 'param:username + ip', and no request can have the key Key[")
                    .hasMessageContaining("guard.keyFor(\"login\", call)")
                    .hasMessageNotContainingAny("bob", "Bob", "10.0.0.1");
            assertThatThrownBy(() -> login.begin(key)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void whereNoRequestOrAnyKeyIsMeantAllAreTaken() {
        assertThat(guard.lockouts("code").state(Key.of("bob")).phase()).isEqualTo(Phase.OPEN);
        assertThat(guard.lockouts("own").state(NAME).phase()).isEqualTo(Phase.OPEN);
    }
}
