package io.github.ostiary.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.setup.CurrentCall;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.spring.LimitedKinds.Api;
import io.github.ostiary.spring.LimitedKinds.Early;
import io.github.ostiary.spring.LimitedKinds.Heir;
import io.github.ostiary.spring.LimitedKinds.LateProblem;
import io.github.ostiary.spring.LimitedKinds.Left;
import io.github.ostiary.spring.LimitedKinds.Made;
import io.github.ostiary.spring.LimitedKinds.Others;
import io.github.ostiary.spring.LimitedKinds.Plain;
import io.github.ostiary.spring.LimitedKinds.Right;
import io.github.ostiary.spring.LimitedKinds.Tasks;
import io.github.ostiary.spring.LimitedKinds.Text;
import io.github.ostiary.spring.LimitedKinds.Timer;
import io.github.ostiary.spring.LimitedKinds.Whole;
import io.github.ostiary.spring.LimitedKinds.WrongRunner;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.LogLines;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.support.SimpleThreadScope;

/** Beans of real contexts of Spring, with other interceptors before and behind the limit. */
class LimitedBeansTest {

    private final ManualTimeSource time = new ManualTimeSource();
    private final Guard guard = GuardBuilder.create()
            .limit("reply", "1/1m")
            .property("limit.reply.key", "global")
            .limit("greet", "1/1m")
            .property("limit.greet.key", "arg:name | principal")
            .property("concurrency.door.permits", "1")
            .property("concurrency.door.lease", "10m")
            .property("concurrency.door.key", "global")
            .timeSource(time)
            .build();

    @AfterEach
    void close() {
        guard.close();
    }

    private AnnotationConfigApplicationContext context(boolean byClass, Class<?>... classes) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.registerBean(LimitedBeans.class, () -> new LimitedBeans(() -> guard, byClass));
        context.registerBean(
                LimitFirst.class,
                () -> new LimitFirst(context.getBean(LimitedBeans.class).advisor()));
        context.register(classes);
        context.getBeanFactory().registerScope("thread", new SimpleThreadScope());
        context.refresh();
        return context;
    }

    private static void denies(Runnable call) {
        assertThatThrownBy(call::run).isInstanceOf(RateLimitExceededException.class);
    }

    @Test
    void aCallTooManyDoesNotBegin() {
        try (var context = context(true, Plain.class)) {
            Plain plain = context.getBean(Plain.class);
            assertThat(plain.greet("bob")).isEqualTo("hello bob");
            denies(() -> plain.greet("bob"));
            assertThat(plain.greet("carol")).isEqualTo("hello carol");
            plain.inPlace();
            denies(plain::inPlace);
            plain.viaOther();
            denies(plain::viaOther);
            plain.packagePrivate();
            denies(plain::packagePrivate);
            assertThat(plain.free("bob")).isEqualTo("hello bob");
            assertThat(plain.toString()).startsWith(Plain.class.getName());
        }
    }

    @Test
    void theRequestNamesWhoIsCounted() {
        try (var context = context(true, Plain.class)) {
            CallContext outer = CurrentCall.remember(new CallContext() {
                @Override
                public Optional<String> principal() {
                    return Optional.of("dora");
                }
            });
            try {
                Plain plain = context.getBean(Plain.class);
                assertThat(plain.greet(null)).isEqualTo("hello null");
                denies(() -> plain.greet(null));
            } finally {
                CurrentCall.forget(outer);
            }
        }
    }

    @Test
    void aClassIsLimitedAsAWholeAndSoIsWhatInheritsIt() {
        try (var context = context(true, Whole.class, Heir.class)) {
            context.getBean("whole", Whole.class).one();
            denies(() -> context.getBean("whole", Whole.class).two());
            denies(() -> context.getBean(Heir.class).three());
        }
    }

    @Test
    void aProxyMayHaveInterfacesOnlyAndBridgesMayBeBetween() {
        try (var context = context(false, Text.class)) {
            @SuppressWarnings("unchecked")
            Api<String> api = context.getBean(Api.class);
            assertThat(AopUtils.isJdkDynamicProxy(api)).isTrue();
            assertThat(api.send("bob")).isEqualTo("bob");
            denies(() -> api.send("bob"));
            assertThat(api.send("carol")).isEqualTo("carol");
        }
    }

    @Test
    void anAsynchronousCallIsDecidedBeforeItIsHandedOver() throws Exception {
        try (var context = context(true, Tasks.class)) {
            Tasks tasks = context.getBean(Tasks.class);
            tasks.run();
            assertThat(tasks.ran().await(60, TimeUnit.SECONDS)).isTrue();
            denies(tasks::run);
            CompletableFuture<String> held = tasks.hold();
            denies(tasks::hold);
            tasks.let().countDown();
            assertThat(held.get(60, TimeUnit.SECONDS)).startsWith("SimpleAsync");
            Await.until(() -> comesIn(tasks), Duration.ofSeconds(10));
        }
    }

    private static boolean comesIn(Tasks tasks) throws Exception {
        try {
            tasks.hold().get(60, TimeUnit.SECONDS);
            return true;
        } catch (RateLimitExceededException e) {
            return false;
        }
    }

    @Test
    void aScheduledCallIsLimitedAsAnyOther() throws Exception {
        try (var context = context(true, Timer.class)) {
            Timer timer = context.getBean(Timer.class);
            assertThat(timer.denied().await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(timer.runs().get()).isEqualTo(1);
        }
    }

    @Test
    void itStandsBeforeOtherInterceptorsHoweverTheyCame() {
        try (var context = context(true, Plain.class, Others.class)) {
            Plain plain = context.getBean(Plain.class);
            plain.greet("bob");
            denies(() -> plain.greet("bob"));
            assertThat(Others.SEEN.getAndSet(0)).isEqualTo(1);
        }
    }

    @Test
    void beansAreLimitedWhenTheyAreMade() {
        try (var context = context(true, Made.class)) {
            context.getBean("prototype", Plain.class).viaOther();
            denies(() -> context.getBean("prototype", Plain.class).viaOther());
            denies(() -> context.getBean("lazy", Plain.class).viaOther());
            denies(() -> context.getBean("scoped", Plain.class).viaOther());
            denies(() -> context.getBean("hidden", Runnable.class).run());
            time.advance(Duration.ofMinutes(1));
            context.getBean("scoped", Plain.class).viaOther();
            time.advance(Duration.ofMinutes(1));
            context.getBean("hidden", Runnable.class).run();
            assertThat(context.getBean("again")).isSameAs(context.getBean("hidden"));
        }
    }

    @Test
    void whatIsFoundOnlyWhenItIsMadeIsCheckedThen() {
        try (var context = context(true, LateProblem.class)) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> context.getBean("wrong"))
                        .rootCause()
                        .hasMessageContaining("@RateLimit on " + WrongRunner.class.getName()
                                + ".run(): there is no rule limit.repli; did you mean 'reply'?");
            }
        }
    }

    @Test
    void beansMayNeedEachOther() {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        try (context) {
            context.setAllowCircularReferences(true);
            context.registerBean(LimitedBeans.class, () -> new LimitedBeans(() -> guard, true));
            context.register(Left.class, Right.class);
            context.refresh();
            assertThat(context.getBean(Right.class).left).isSameAs(context.getBean(Left.class));
            context.getBean(Right.class).left.go();
            denies(() -> context.getBean(Left.class).go());
        }
    }

    @Test
    void aBeanThatAProcessorNeedsFirstIsNamed() {
        try (LogLines lines = LogLines.of(LimitedBeans.class.getName())) {
            context(true, Early.class, Plain.class).close();
            assertThat(lines.warnings())
                    .anyMatch(
                            line -> line.contains("does not limit calls of these beans") && line.contains(": plain."));
        }
    }
}
