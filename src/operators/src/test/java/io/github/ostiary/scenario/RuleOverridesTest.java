package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CallContext;
import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.RuleOverride;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.BeanRules;
import io.github.ostiary.setup.CurrentCall;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values in force for a while on one node: they reach every kind of rule and end by themselves. */
class RuleOverridesTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration BOUND = Duration.ofSeconds(20);
    static final Key BOB = Key.principal("bob");
    private static final Operator EVE = new Operator("eve", "console 10.0.0.7");

    static GuardBuilder rules() {
        return GuardBuilder.create()
                .limit("reply", "100/1h")
                .property("limit.reply.key", "principal")
                .limit("web", "100/1h")
                .property("limit.web.path", "/*")
                .property("concurrency.upload.permits", "3")
                .property("concurrency.upload.key", "principal")
                .property("lockout.login.key", "principal")
                .property("lockout.login.steps", "5/1m lock 15m");
    }

    static long limit(Guard guard) {
        return guard.limiter("reply").peek(BOB).limit().getAsLong();
    }

    /** A request for a path from an address. */
    private static Decision request(Guard guard, String path) {
        CallContext call = new CallContext() {
            @Override
            public Optional<String> path() {
                return Optional.of(path);
            }

            @Override
            public Optional<String> method() {
                return Optional.of("GET");
            }

            @Override
            public Optional<String> peer() {
                return Optional.of("1.2.3.4");
            }
        };
        var admission = Entering.of(guard).enter(call, Position.FIRST);
        try {
            return admission.decision();
        } finally {
            admission.end();
        }
    }

    @Test
    void anOverrideBitesAtOnceKeepsWhatWasCountedAndEndsByItself() {
        ManualTimeSource time = new ManualTimeSource();
        try (Guard guard = rules().timeSource(time).build()) {
            RateLimiter before = guard.limiter("reply");
            assertThat(before.tryAcquire(BOB, 7).allowed()).isTrue();
            RuleOverride made = guard.rules().override("limit.reply.rate", "5/1h", HOUR, "incident 7");
            assertThat(made.onAllNodes()).isFalse();
            assertThat(made.problem()).isEmpty();
            assertThat(before.tryAcquire(BOB).allowed()).as("7 of 5 are used").isFalse();
            assertThat(guard.limiter("reply")).isSameAs(before);
            assertThat(guard.rules().overrides()).containsExactly(made);
            time.advance(Duration.ofMinutes(59));
            assertThat(before.tryAcquire(BOB).allowed()).isFalse();
            time.advance(Duration.ofMinutes(1));
            assertThat(guard.rules().overrides()).isEmpty();
            Await.until(() -> before.peek(BOB).limit().getAsLong() == 100, BOUND);
        }
    }

    @Test
    void itIsRemovedByHand() {
        try (Guard guard = rules().build()) {
            guard.rules().override("limit.reply.rate", "5/1h", HOUR, "");
            assertThat(limit(guard)).isEqualTo(5);
            guard.rules().override("limit.reply.rate", "6/1h", HOUR, "");
            assertThat(limit(guard)).as("the later word counts").isEqualTo(6);
            assertThat(guard.rules().overrides()).hasSize(1);
            assertThat(guard.rules().removeOverride("limit.reply.rate", "over")).isTrue();
            assertThat(limit(guard)).isEqualTo(100);
            assertThat(guard.rules().removeOverride("limit.reply.rate", "")).isFalse();
        }
    }

    @Test
    void requestsSemaphoresLockoutsAndBeansFollow() {
        try (Guard guard = rules().build()) {
            BeanRules.declare(guard, "bean", Map.of("rate", "50/1h", "key", "principal"));
            assertThat(request(guard, "/a").quotas().get(0).limit()).isEqualTo(100);
            var upload = guard.semaphores("upload");
            var login = guard.lockouts("login");
            RateLimiter bean = guard.limiter("bean");
            guard.rules().override("limit.web.rate", "3/1h", HOUR, "");
            guard.rules().override("limit.bean.rate", "4/1h", HOUR, "");
            guard.rules().override("concurrency.upload.permits", "1", HOUR, "");
            guard.rules().override("lockout.login.steps", "1/1m lock 1h", HOUR, "");
            assertThat(request(guard, "/a").quotas().get(0).limit()).isEqualTo(3);
            assertThat(bean.peek(BOB).limit()).hasValue(4);
            try (var first = upload.tryEnter(BOB);
                    var second = upload.tryEnter(BOB)) {
                assertThat(first.granted()).isTrue();
                assertThat(second.granted()).isFalse();
            }
            login.begin(BOB).failed();
            assertThat(login.begin(BOB).allowed()).isFalse();
            guard.rules().override("limit.web.path", "/elsewhere/*", HOUR, "");
            assertThat(request(guard, "/a").quotas()).isEmpty();
            assertThat(request(guard, "/elsewhere/a").quotas().get(0).limit()).isEqualTo(3);
            for (RuleOverride each : guard.rules().overrides()) {
                assertThat(guard.rules().removeOverride(each.key(), "")).isTrue();
            }
            assertThat(request(guard, "/a").quotas().get(0).limit()).isEqualTo(100);
            assertThat(bean.peek(BOB).limit()).hasValue(50);
        }
    }

    @Test
    void whatJavaHasUpdatedIsThereAgainWhenItEnds() {
        try (Guard guard = rules().build()) {
            guard.limiter("reply").updateRate("42/1h");
            guard.rules().override("limit.web.rate", "3/1h", HOUR, "");
            assertThat(limit(guard)).as("untouched").isEqualTo(42);
            guard.rules().override("limit.reply.rate", "5/1h", HOUR, "");
            assertThat(limit(guard)).isEqualTo(5);
            guard.rules().removeOverride("limit.reply.rate", "");
            assertThat(limit(guard)).isEqualTo(42);
        }
    }

    @Test
    void enforceReachesAllRules() {
        try (Guard guard = rules().build()) {
            guard.rules().override("limit.web.rate", "1/1h", HOUR, "");
            assertThat(request(guard, "/a").allowed()).isTrue();
            assertThat(request(guard, "/a").allowed()).isFalse();
            guard.rules().override("enforce", "false", HOUR, "we deny the wrong ones");
            Decision shadowed = request(guard, "/a");
            assertThat(shadowed.allowed()).isTrue();
            assertThat(shadowed.shadowed()).isTrue();
        }
    }

    @Test
    void whatTheConfigurationWouldDenyIsDeniedAndChangesNothing() {
        try (Guard guard = rules().build()) {
            for (Map.Entry<String, String> wrong : Map.of(
                            "limit.reply.rate", "5 per minute",
                            "limit.reply.burst", "10",
                            "concurrency.upload.permits", "0",
                            "limit.web.path", "no-slash",
                            "lockout.login.steps", "5/1m explode 3m")
                    .entrySet()) {
                assertThatThrownBy(() -> guard.rules().override(wrong.getKey(), wrong.getValue(), HOUR, ""))
                        .isInstanceOf(ConfigurationException.class)
                        .hasMessageContaining(wrong.getKey());
            }
            assertThatThrownBy(() -> guard.rules().override("limit.reply.key", "ip", HOUR, ""))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("who is counted");
            assertThatThrownBy(() -> guard.rules().override("limit.reply.rate", "5/1m", Duration.ZERO, ""))
                    .hasMessageContaining("1 s to 30 days");
            assertThatThrownBy(() -> guard.rules().override("limit.reply.rate", "5/1m\nx", HOUR, ""))
                    .hasMessageContaining("one line");
            assertThatThrownBy(() -> guard.rules().override("limit.reply.rate", "5/1m", HOUR, "x".repeat(201)))
                    .hasMessageContaining("at most 200");
            assertThat(guard.rules().overrides()).isEmpty();
            assertThat(limit(guard)).isEqualTo(100);
        }
    }

    @Test
    void nothingIsExpanded() {
        try (Guard guard = rules().build()) {
            assertThatThrownBy(() -> guard.rules().override("limit.reply.rate", "${env:PATH}", HOUR, ""))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("${env:PATH}");
        }
    }

    @Test
    void whoAndWhyAreKeptAndTold() {
        List<Event> heard = new CopyOnWriteArrayList<>();
        GuardListener listener = heard::add;
        try (Guard guard = rules().listener(listener).build()) {
            RuleOverride byDesk = OperatorApi.of(guard).override("limit.reply.rate", "5/1h", HOUR, EVE, "incident\n7");
            assertThat(byDesk.change().by()).isEqualTo("eve");
            assertThat(byDesk.change().from()).isEqualTo("console 10.0.0.7");
            assertThat(byDesk.change().reason()).isEqualTo("incident 7");
            var outer = CurrentCall.remember(new CallContext() {
                @Override
                public Optional<String> principal() {
                    return Optional.of("mallory");
                }
            });
            try {
                assertThat(guard.rules()
                                .override("limit.web.rate", "5/1h", HOUR, "")
                                .change()
                                .by())
                        .isEqualTo("mallory");
            } finally {
                CurrentCall.forget(outer);
            }
            assertThat(guard.rules()
                            .override("enforce", "false", HOUR, "")
                            .change()
                            .by())
                    .isEqualTo("java");
            assertThat(OperatorApi.of(guard).removeOverride("limit.reply.rate", EVE, "over"))
                    .isTrue();
            Await.until(() -> heard.size() == 4, BOUND);
            assertThat(heard).extracting(Event::kind).containsOnly(Kind.OVERRIDDEN);
            assertThat(heard).extracting(Event::rule).containsExactly("reply", "web", "", "reply");
            assertThat(heard.get(0).duration()).contains(HOUR);
            assertThat(heard.get(3).duration()).isEmpty();
            assertThat(heard.get(3).change().orElseThrow().reason()).isEqualTo("over");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "limit.reply.rate; 0/1h; permits must be 1 to 1000000000, not 0",
                "limit.shop.perIp; x; is not a rate",
                "lockout.login.cap; -1; must be a whole number from 0 to 1000",
                "lockout.login.steps; 3/1h block; victimLock",
            })
    void aRefusalNamesTheOverriddenKeyAlone(String key, String value, String why) {
        GuardBuilder builder = rules().property("limit.shop.rate", "5/1m")
                .property("limit.shop.key", "header:X-Key")
                .property("limit.shop.perIp", "9/1m");
        try (Guard guard = builder.build()) {
            assertThatThrownBy(() -> guard.rules().override(key, value, Duration.ofHours(1), ""))
                    .isInstanceOfSatisfying(ConfigurationException.class, e -> assertThat(e.problems())
                            .hasSize(1))
                    .hasMessageStartingWith(key)
                    .hasMessageContaining(why)
                    .message()
                    .doesNotContain("\n", "configuration has");
        }
    }
}
