package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Answered;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A siege of a sign-in that has no captcha: callers who are not known share a limit. */
class SiegeWithoutCaptchaTest {

    private static final String HOME = "192.0.2.7";
    private static final Duration HOUR = Duration.ofHours(1);

    private final ManualTimeSource time = new ManualTimeSource();
    private int strangers;

    private static GuardBuilder signIn() {
        return GuardBuilder.create()
                .signIn("main", "param:username")
                .property("signin.main.path", "/login")
                .property("signin.main.limit", "off");
    }

    private static TestCall call(String name, String address) {
        return new TestCall("POST", "/login").from(address).param("username", name);
    }

    private static Decision signIn(Guard guard, String name, String address) {
        TestCall call = call(name, address);
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        if (admission.decision().allowed()) {
            admission.end(Answered.to("/").ending(302, true, call.as(name)));
        } else {
            admission.end();
        }
        return admission.decision();
    }

    private Decision stranger(Guard guard) {
        strangers++;
        return signIn(guard, "stranger-" + strangers, "100.65.1." + strangers);
    }

    @Test
    void callersWhoAreNotKnownShareALimitAndTheOthersMeetNothing() {
        try (Guard guard = signIn().timeSource(time).build()) {
            assertThat(signIn(guard, "amy", HOME).allowed()).isTrue();
            guard.rules().override("signin.main.siege", "on", HOUR, "we were warned");
            assertThat(stranger(guard).allowed()).isTrue();
            assertThat(stranger(guard).allowed()).isTrue();
            Decision third = stranger(guard);
            assertThat(third.reason()).isEqualTo(Reason.RATE_LIMITED);
            assertThat(third.rule()).isEqualTo("main.siege");
            assertThat(third.retryAfter()).contains(Duration.ofMinutes(1));
            for (int i = 0; i < 20; i++) {
                assertThat(signIn(guard, "amy", HOME).allowed())
                        .as("amy at home")
                        .isTrue();
            }
            Decision explained = OperatorApi.of(guard)
                    .explain(call("stranger", "100.66.1.1"))
                    .decision();
            assertThat(explained.rule()).isEqualTo("main.siege");
            time.advance(Duration.ofMinutes(1));
            assertThat(OperatorApi.of(guard)
                            .explain(call("stranger", "100.66.1.1"))
                            .decision()
                            .allowed())
                    .as("which spends nothing")
                    .isTrue();
            assertThat(stranger(guard).allowed()).isTrue();
            guard.rules().override("signin.main.siege.rate", "5/1m", HOUR, "it is a fair");
            for (int i = 0; i < 4; i++) {
                assertThat(stranger(guard).allowed()).isTrue();
            }
            assertThat(stranger(guard).rule()).isEqualTo("main.siege");
        }
    }

    @Test
    void withoutASiegeNothingIsLimitedBeansIncluded() {
        try (Guard guard = signIn().timeSource(time).build()) {
            for (int i = 0; i < 20; i++) {
                assertThat(stranger(guard).allowed()).isTrue();
                TestCall call = call("member-" + i, "192.0.2." + i);
                Admission admission = Entering.of(guard).enter(List.of("main"), call);
                assertThat(admission.decision().allowed()).isTrue();
                admission.end(Answered.to("/").ending(302, true, call.as("member-" + i)));
            }
        }
    }

    @Test
    void theLimitIsThatOfAllNodes() {
        String prefix = "siege-" + UUID.randomUUID();
        GuardBuilder here = signIn().property("signin.main.siege", "on");
        GuardBuilder there = signIn().property("signin.main.siege", "on");
        for (GuardBuilder node : List.of(here, there)) {
            node.redis(RedisServer.shared().uri()).property("keyPrefix", prefix).property("redis.timeout", "5s");
        }
        try (Guard one = here.build();
                Guard other = there.build()) {
            assertThat(stranger(one).allowed()).isTrue();
            assertThat(stranger(other).allowed()).isTrue();
            assertThat(stranger(one).rule()).isEqualTo("main.siege");
            assertThat(stranger(other).rule()).isEqualTo("main.siege");
        }
    }
}
