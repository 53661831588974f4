package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.Figures.RuleFigures;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Answered;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What operators see of a siege: figures, events, audit trail and log. */
class SiegeNewsTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final String RULE = "lockout.main.account";

    private final ManualTimeSource time = new ManualTimeSource();
    private final List<Event> heard = new CopyOnWriteArrayList<>();

    /** Never answered. */
    public static final class Captcha implements ChallengeVerifier {
        @Override
        public boolean isAnswered(CallContext call) {
            return false;
        }

        @Override
        public boolean verify(CallContext call) {
            return false;
        }
    }

    private Guard guard(String... without) {
        GuardBuilder guard = GuardBuilder.create()
                .signIn("main", "param:username")
                .property("signin.main.path", "/login")
                .property("signin.main.captcha", Captcha.class.getName())
                .timeSource(time)
                .listener(heard::add);
        for (String part : without) {
            guard.property("signin.main." + part, "off");
        }
        return guard.build();
    }

    private static void attack(Guard guard) {
        for (int i = 0; i < 20; i++) {
            guess(guard, "100.64.1." + i, "stolen-" + i);
        }
    }

    private static void guess(Guard guard, String address, String name) {
        TestCall call = new TestCall("POST", "/login").from(address).param("username", name);
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        admission.end(Answered.to("/login?error").ending(302, true, call));
    }

    /** It guesses each name once, and leaves all captchas unanswered. */
    @Test
    void oneAddressNeitherBeginsASiegeNorKeepsItUp() {
        try (Guard guard = guard("limit", "address", "password")) {
            Await.until(() -> siege(guard).equals(Optional.of(false)), BOUND);
            for (int i = 0; i < 60; i++) {
                guess(guard, "192.0.2.66", "name-" + i);
                time.advance(Duration.ofSeconds(20));
            }
            assertThat(sieges()).as("60 tries in 20 minutes").isEmpty();
            time.advance(Duration.ofHours(1));
            attack(guard);
            Await.until(() -> siege(guard).equals(Optional.of(true)), BOUND);
            for (int i = 0; i < 60; i++) {
                guess(guard, "192.0.2.66", "other-" + i);
                time.advance(Duration.ofSeconds(11));
            }
            Await.until(() -> siege(guard).equals(Optional.of(false)), BOUND);
        }
    }

    private static Optional<Boolean> siege(Guard guard) {
        return OperatorApi.of(guard).figures().rules().stream()
                .filter(rule -> rule.rule().equals(RULE))
                .map(RuleFigures::lockout)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow()
                .siege();
    }

    private static List<Deed> deeds(Guard guard) {
        return OperatorApi.of(guard).audit(100).stream().map(AuditEntry::deed).toList();
    }

    private List<Kind> sieges() {
        return heard.stream()
                .filter(event -> event.rule().equals("main.account"))
                .map(Event::kind)
                .filter(kind -> kind == Kind.SIEGE_BEGAN || kind == Kind.SIEGE_ENDED)
                .toList();
    }

    @Test
    void itsBeginAndItsEndAreTold() {
        try (LogLines log = LogLines.of("io.github.ostiary.setup.SiegeWatch");
                Guard guard = guard()) {
            Await.until(() -> siege(guard).equals(Optional.of(false)), BOUND);
            attack(guard);
            Await.until(() -> siege(guard).equals(Optional.of(true)), BOUND);
            time.advance(Duration.ofMinutes(11));
            Await.until(() -> siege(guard).equals(Optional.of(false)), BOUND);
            Await.until(() -> sieges().equals(List.of(Kind.SIEGE_BEGAN, Kind.SIEGE_ENDED)), BOUND);
            assertThat(deeds(guard)).containsExactly(Deed.SIEGE_ENDED, Deed.SIEGE_BEGAN);
            assertThat(OperatorApi.of(guard).audit(100)).allSatisfy(entry -> {
                assertThat(entry.subject()).isEqualTo(RULE);
                assertThat(entry.change().by()).isEqualTo("a siege");
            });
            assertThat(log.lines()).hasSize(2);
            assertThat(log.lines().get(0)).contains(RULE + ": a siege has begun");
            assertThat(log.lines().get(1)).contains(RULE + ": the siege is over");
        }
    }

    /** The trail has their own word, with the reason. */
    @Test
    void anOperatorsSiegeIsTold() {
        try (LogLines log = LogLines.of("io.github.ostiary.setup.SiegeWatch");
                Guard guard = guard()) {
            guard.rules().override("signin.main.siege", "on", Duration.ofHours(1), "we were warned");
            Await.until(() -> siege(guard).equals(Optional.of(true)), BOUND);
            guard.rules().override("signin.main.siege", "off", Duration.ofHours(1), "a false alarm");
            attack(guard);
            Await.until(() -> siege(guard).equals(Optional.of(false)), BOUND);
            Await.until(() -> sieges().equals(List.of(Kind.SIEGE_BEGAN, Kind.SIEGE_ENDED)), BOUND);
            assertThat(deeds(guard)).containsExactly(Deed.OVERRIDDEN, Deed.OVERRIDDEN);
            assertThat(log.lines().get(0)).contains(RULE + ": siege=on");
        }
    }
}
