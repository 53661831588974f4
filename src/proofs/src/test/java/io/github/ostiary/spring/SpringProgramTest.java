package io.github.ostiary.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.Lockouts;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Semaphores;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.interceptor.ByRule;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.RedisServer;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

/** The guard's beans in a program of Spring Boot that has no server: they work as where there is one. */
@Tag("slow")
class SpringProgramTest {

    private static final String RULES =
            """
            ostiary.limit.reply.rate=1/1h
            ostiary.limit.search.rate=2/1h
            ostiary.lockout.login.key=principal
            ostiary.lockout.login.steps=2/1h lock 1h
            ostiary.concurrency.export.permits=1
            """;

    private static final String[] NONE = {};

    private static final Duration BOUND = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    /** Asks for rules in all the ways there are. */
    static class Asking {
        @Autowired
        Guard guard;

        @Autowired
        @ByRule("reply")
        RateLimiter reply;

        @Autowired
        @ByRule("search")
        RateLimiter search;

        @Autowired
        @Qualifier("limit.search")
        RateLimiter named;

        @Autowired
        Lockouts lockouts;

        @Autowired
        @ByRule("export")
        Semaphores exports;
    }

    @Test
    void rulesAreInjected() {
        try (ConfigurableApplicationContext application = SpringProgram.run(folder, RULES, NONE, Asking.class)) {
            Asking bean = application.getBean(Asking.class);
            Key key = Key.of("a");
            assertThat(bean.reply.tryAcquire(key).allowed()).isTrue();
            assertThat(bean.guard.limiter("reply").tryAcquire(key).allowed()).isFalse();
            assertThat(bean.search.tryAcquire(key).allowed()).isTrue();
            assertThat(bean.named.tryAcquire(key).allowed()).isTrue();
            assertThat(bean.search.tryAcquire(key).allowed()).isFalse();
            assertThat(bean.exports.tryEnter(key).decision().allowed()).isTrue();
            assertThat(bean.lockouts.state(key).phase()).isEqualTo(LockState.Phase.OPEN);
            assertThat(Entrance.of(bean.guard)).isNotNull();
            assertThat(OperatorApi.of(bean.guard).rules()).hasSize(4);
            assertThat(bean.reply)
                    .hasToString("limit.reply")
                    .isEqualTo(bean.reply)
                    .isNotEqualTo(bean.search);
        }
    }

    /** Hears what the guard does. */
    @Configuration
    static class Hearing {
        final List<GuardListener.Event> heard = new CopyOnWriteArrayList<>();

        @Bean
        GuardListener first() {
            return heard::add;
        }

        @Bean
        GuardListener second() {
            return heard::add;
        }
    }

    @Test
    void everyListenerAmongBeansHears() {
        try (ConfigurableApplicationContext application = SpringProgram.run(folder, RULES, NONE, Hearing.class)) {
            Guard guard = application.getBean(Guard.class);
            guard.limiter("reply").tryAcquire(Key.of("a"));
            guard.limiter("reply").tryAcquire(Key.of("a"));
            Await.until(() -> application.getBean(Hearing.class).heard.size() == 2, BOUND);
        }
    }

    /** A clock that tests move. */
    @Configuration
    static class Timed {
        final ManualTimeSource time = new ManualTimeSource();

        @Bean
        ManualTimeSource time() {
            return time;
        }
    }

    @Test
    void aTimeSourceAmongBeansIsTheGuardsClock() {
        try (ConfigurableApplicationContext application = SpringProgram.run(folder, RULES, NONE, Timed.class)) {
            ManualTimeSource time = application.getBean(Timed.class).time;
            RateLimiter reply = application.getBean(Guard.class).limiter("reply");
            assertThat(reply.tryAcquire(Key.of("a")).allowed()).isTrue();
            time.advance(Duration.ofHours(1).minusMillis(1));
            assertThat(reply.tryAcquire(Key.of("a")).allowed()).isFalse();
            time.advance(Duration.ofMillis(1));
            assertThat(reply.tryAcquire(Key.of("a")).allowed()).isTrue();
            assertThat(reply.tryAcquire(Key.of("a")).allowed()).isFalse();
        }
    }

    @Test
    void aTimeSourceAmongBeansIsDeniedBesideRedis() {
        String shared = RULES + "ostiary.redis.uri=redis://127.0.0.1:1\n";
        try (ConfigurableApplicationContext application = SpringProgram.run(folder, shared, NONE, Timed.class)) {
            Guard guard = application.getBean(Guard.class);
            assertThatThrownBy(() -> guard.limiter("reply"))
                    .hasMessageContaining("redis.uri (ostiary.redis.uri in ")
                    .hasMessageContaining(": a time source cannot be combined with Redis")
                    .hasMessageContaining("remove the bean that is a TimeSource, or set store=local");
        }
        try (ConfigurableApplicationContext application =
                SpringProgram.run(folder, shared + "ostiary.store=local\n", NONE, Timed.class)) {
            ManualTimeSource time = application.getBean(Timed.class).time;
            RateLimiter reply = application.getBean(Guard.class).limiter("reply");
            assertThat(reply.tryAcquire(Key.of("a")).allowed()).isTrue();
            time.advance(Duration.ofHours(1));
            assertThat(reply.tryAcquire(Key.of("a")).allowed()).isTrue();
        }
    }

    /** Which of them a caller is admitted by, one after the other; each admits one. */
    private List<Boolean> admitted(RedisServer redis, String... names) {
        String shared = RULES + "ostiary.redis.uri=" + redis.uri() + "\nostiary.redis.timeout=5s\n";
        List<Boolean> told = new ArrayList<>();
        for (String name : names) {
            try (ConfigurableApplicationContext application =
                    SpringProgram.run(folder, shared + "ostiary.metrics=jmx\nspring.application.name=" + name, NONE)) {
                Guard guard = application.getBean(Guard.class);
                told.add(guard.limiter("reply").tryAcquire(Key.of("a")).allowed());
                assertThat(ManagementFactory.getPlatformMBeanServer()
                                .queryNames(
                                        shown(
                                                name.isEmpty()
                                                        ? "/"
                                                        : name.replace(" ", "%20")
                                                                .replaceFirst("^java$", "%6Aava")),
                                        null))
                        .hasSize(1);
            }
        }
        return told;
    }

    private static ObjectName shown(String application) {
        try {
            return new ObjectName("io.github.ostiary:type=Guard,application=" + ObjectName.quote(application));
        } catch (MalformedObjectNameException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void applicationsOnOneRedisAreToldApartByTheirNames() {
        try (RedisServer redis = RedisServer.start();
                LogLines log = LogLines.of("io.github.ostiary.setup")) {
            assertThat(admitted(redis, "shop", "news desk", "java", "shop")).containsExactly(true, true, true, false);
            assertThat(log.warnings()).isEmpty();
            assertThat(admitted(redis, "", "")).containsExactly(true, false);
            assertThat(log.warnings())
                    .hasSize(2)
                    .allMatch(line ->
                            line.contains("nothing tells them apart") && line.contains("keyPrefix=ostiary:shop"));
            try (Guard plain = GuardBuilder.create()
                    .redis(redis.uri())
                    .property("redis.timeout", "5s")
                    .limit("reply", "1/1h")
                    .build()) {
                assertThat(plain.limiter("reply").tryAcquire(Key.of("a")).allowed())
                        .isTrue();
            }
        }
    }

    @Test
    void switchedOffItAdmitsAllAndOpensNothing() {
        String off = RULES + "ostiary.enabled=false\nostiary.redis.uri=redis://127.0.0.1:1\n";
        try (ConfigurableApplicationContext application = SpringProgram.run(folder, off, NONE, Asking.class)) {
            Asking bean = application.getBean(Asking.class);
            for (int i = 0; i < 5; i++) {
                assertThat(bean.reply.tryAcquire(Key.of("a")).allowed()).isTrue();
            }
        }
    }

    @Test
    void withoutAWordItStarts() {
        try (ConfigurableApplicationContext application = SpringProgram.run(folder, "", NONE)) {
            assertThatThrownBy(() -> application.getBean(Guard.class).limiter("reply"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void bootFindsTheFailureAnalyzer() {
        assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
                        .load(FailureAnalyzer.class, FailureHandler.handleMessage((message, failure) -> {})))
                .hasAtLeastOneElementOfType(ConfigurationFailure.class);
    }

    @Test
    void whatIsWrongIsAFailureAnalysis() {
        String wrong = "ostiary.limit.api.rate=often\nostiary.limit.api.pth=/a\n";
        try (ConfigurableApplicationContext application = SpringProgram.run(folder, wrong, NONE)) {
            Guard guard = application.getBean(Guard.class);
            assertThatThrownBy(() -> guard.limiter("api")).satisfies(failure -> {
                FailureAnalysis analysis = new ConfigurationFailure().analyze(failure);
                assertThat(analysis.getDescription())
                        .contains(
                                "limit.api.rate=often (ostiary.limit.api.rate in URL",
                                "application.properties], line 1)",
                                "line 2); did you mean 'limit.api.path'?");
                assertThat(analysis.getAction()).contains("ostiary.enabled=false");
            });
        }
    }

    /** As DevTools restarts an application in one JVM. Its class loader itself is in soft references of Spring's. */
    @Test
    void nothingIsLeftOfWhatHasEnded() {
        WeakReference<Object> ended = new WeakReference<>(begunAndEnded());
        try (ConfigurableApplicationContext next = SpringProgram.run(folder, RULES, NONE, Hearing.class)) {
            RateLimiter reply = next.getBean("limit.reply", RateLimiter.class);
            assertThat(reply.tryAcquire(Key.of("a")).allowed()).isTrue();
            assertThat(reply.tryAcquire(Key.of("a")).allowed()).isFalse();
            Await.until(() -> next.getBean(Hearing.class).heard.size() == 2, BOUND);
        }
        Await.until(
                () -> {
                    System.gc();
                    return ended.get() == null;
                },
                BOUND);
    }

    private Object begunAndEnded() {
        try (ConfigurableApplicationContext application = SpringProgram.run(folder, RULES, NONE, Hearing.class)) {
            application.getBean(Guard.class).limiter("reply").tryAcquire(Key.of("a"));
            return application.getBean(Hearing.class);
        }
    }
}
