package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Answered;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A siege of a sign-in on several nodes with one Redis: who must pass a challenge, who need not, and for how long. */
class SiegedSignInTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final String HOME = "192.0.2.7";

    private static final Pattern SCRIPTS = Pattern.compile("(?m)^cmdstat_(?:evalsha|eval|fcall):calls=(\\d+)");

    private final String prefix = "siege-" + UUID.randomUUID();

    private int strangers;

    /** Right is the answer that says so. */
    public static final class Captcha implements ChallengeVerifier {
        @Override
        public boolean isAnswered(CallContext call) {
            return !call.parameters("captcha").isEmpty();
        }

        @Override
        public boolean verify(CallContext call) {
            return call.parameters("captcha").contains("right");
        }
    }

    private Guard node(String... more) {
        GuardBuilder builder = GuardBuilder.create()
                .redis(RedisServer.shared().uri())
                .property("keyPrefix", prefix)
                .property("redis.timeout", "5s")
                .signIn("main", "param:username")
                .property("signin.main.path", "/login")
                .property("signin.main.captcha", Captcha.class.getName());
        for (int i = 0; i < more.length; i += 2) {
            builder.property(more[i], more[i + 1]);
        }
        return builder.build();
    }

    private static Decision signIn(Guard guard, String name, String address, String captcha, boolean right) {
        TestCall call = new TestCall("POST", "/login").from(address).param("username", name);
        if (!captcha.isEmpty()) {
            call.param("captcha", captcha);
        }
        PendingAdmission admission = Entering.of(guard).enter(call, Position.FIRST);
        try {
            admission.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        Decision decision = admission.decision();
        if (!decision.allowed()) {
            admission.end();
            return decision;
        }
        if (right) {
            call.as(name);
        }
        admission.end(Answered.to(right ? "/" : "/login?error").ending(302, true, call));
        return decision;
    }

    /** From as many addresses, and at as many names. */
    private static void attack(Guard guard, int from, int tries) {
        for (int i = from; i < from + tries; i++) {
            signIn(guard, "stolen-" + i, "100.64.1." + i, "", false);
        }
    }

    /** By a name and a network that nothing else would ask for a challenge. */
    private boolean besieged(Guard guard) {
        strangers++;
        String address = "100.65." + strangers / 250 + "." + strangers % 250;
        return signIn(guard, "stranger-" + strangers, address, "", false).rule().equals("main.account");
    }

    @Test
    void nodesFollowAndMembersAtHomeMeetNothing() {
        try (Guard here = node();
                Guard there = node()) {
            assertThat(signIn(here, "amy", HOME, "", true).allowed()).isTrue();
            attack(here, 0, 10);
            attack(there, 10, 12);
            Await.until(() -> besieged(there), BOUND);
            Await.until(() -> besieged(here), BOUND);
            assertThat(signIn(there, "amy", HOME, "", true).allowed())
                    .as("amy where she has signed in")
                    .isTrue();
            Decision elsewhere = signIn(there, "amy", "192.0.2.8", "", true);
            assertThat(elsewhere.reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
            assertThat(elsewhere.rule()).isEqualTo("main.account");
            assertThat(signIn(there, "amy", "192.0.2.8", "wrong", true).reason())
                    .isEqualTo(Reason.CHALLENGE_REQUIRED);
            assertThat(signIn(there, "amy", "192.0.2.8", "right", true).allowed())
                    .as("with the right captcha")
                    .isTrue();
            assertThat(signIn(here, "amy", "192.0.2.8", "", true).allowed())
                    .as("known there now")
                    .isTrue();
            try (Guard later = node()) {
                Await.until(() -> besieged(later), BOUND);
            }
        }
    }

    @Test
    void anOperatorBeginsAndEndsIt() {
        try (Guard guard = node()) {
            guard.rules().override("signin.main.siege", "on", Duration.ofHours(1), "we were warned");
            assertThat(signIn(guard, "amy", HOME, "", true).reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
            assertThat(signIn(guard, "amy", HOME, "right", true).allowed()).isTrue();
            assertThat(signIn(guard, "amy", HOME, "", true).allowed()).isTrue();
            guard.rules().override("signin.main.siege", "off", Duration.ofHours(1), "a false alarm");
            attack(guard, 0, 30);
            assertThat(signIn(guard, "bob", "192.0.2.9", "", true).allowed()).isTrue();
        }
    }

    @Test
    void aSiegeLocksNobodyOut() {
        try (Guard guard = node("signin.main.siege", "on", "signin.main.limit", "off")) {
            for (int i = 0; i < 200; i++) {
                assertThat(signIn(guard, "amy", "198.18.0." + i, i % 2 == 0 ? "wrong" : "", false)
                                .reason())
                        .isEqualTo(Reason.CHALLENGE_REQUIRED);
            }
            assertThat(signIn(guard, "amy", HOME, "right", true).allowed()).isTrue();
        }
    }

    /** The best of some tries: this machine has other work. */
    @Test
    void nodesFollow() {
        try (Guard here = node("signin.main.limit", "off");
                Guard there = node("signin.main.limit", "off")) {
            here.rules().override("signin.main.siege", "on", Duration.ofHours(1), "a drill");
            Await.until(() -> besieged(there), BOUND);
        }
        try (Guard here = node("keyPrefix", prefix + "measured", "signin.main.limit", "off");
                Guard there = node("keyPrefix", prefix + "measured", "signin.main.limit", "off")) {
            attack(here, 0, 20);
            Await.until(() -> besieged(there), BOUND);
        }
    }

    /** Whoever is known pays nothing; a captcha costs the question, its answer and the decision. */
    @Test
    void aSignInCostsTwoCallsToRedisInASiegeToo() throws IOException, InterruptedException {
        try (RedisServer server = RedisServer.start();
                Guard guard = GuardBuilder.create()
                        .redis(server.uri())
                        .property("redis.timeout", "5s")
                        .signIn("main", "param:username")
                        .property("signin.main.path", "/login")
                        .property("signin.main.limit.rate", "1000/1m")
                        .property("signin.main.address", "off")
                        .property("signin.main.captcha", Captcha.class.getName())
                        .build()) {
            assertThat(scripts(server, () -> signIn(guard, "amy", HOME, "", true)))
                    .isEqualTo(2);
            assertThat(scripts(server, () -> signIn(guard, "bob-" + strangers++, HOME, "", false)))
                    .isEqualTo(2);
            guard.rules().override("signin.main.siege", "on", Duration.ofHours(1), "we were warned");
            assertThat(scripts(server, () -> signIn(guard, "amy", HOME, "", true)))
                    .isEqualTo(2);
            assertThat(scripts(server, () -> signIn(guard, "bob-" + strangers++, "192.0.2.8", "", true)))
                    .as("the question")
                    .isEqualTo(1);
        }
    }

    /** The least of some: nodes talk of sieges meanwhile. */
    private static long scripts(RedisServer server, Runnable signIn) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long before = scripts(server);
            signIn.run();
            least = Math.min(least, scripts(server) - before);
        }
        return least;
    }

    private static long scripts(RedisServer server) {
        return SCRIPTS.matcher(server.ask(jedis -> jedis.info("commandstats")))
                .results()
                .mapToLong(line -> Long.parseLong(line.group(1)))
                .sum();
    }
}
