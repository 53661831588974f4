package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import io.github.ostiary.RateLimit;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.beans.Replies;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;

class LimitedMethodTest {

    private static final CallContext NO_REQUEST = new CallContext() {};

    @Test
    void is_found_once_per_method_and_bean() throws Exception {
        Method method = Bean.class.getMethod("call", String.class);
        assertThat(LimitedMethod.of(method, Bean.class))
                .isSameAs(LimitedMethod.of(Bean.class.getMethod("call", String.class), Bean.class));
        assertThat(LimitedMethod.of(method, Bean.class)).isNotSameAs(LimitedMethod.of(method, OtherBean.class));
    }

    @Test
    void keeps_neither_application_nor_guard_from_being_collected() throws Exception {
        Class<?> bean = new Application().loadClass(Replies.class.getName());
        assertThat(bean).isNotSameAs(Replies.class);
        LimitedMethod site = LimitedMethod.of(bean.getMethod("lenient", String.class), bean);
        Guard guard = GuardBuilder.create().build();
        assertThat(site.<Boolean, RuntimeException>call(
                        guard, NO_REQUEST, admission -> admission.decision().allowed()))
                .isTrue();
        guard.close();
        WeakReference<Guard> endedGuard = new WeakReference<>(guard);
        guard = null;
        collected(endedGuard);
        WeakReference<ClassLoader> ended = new WeakReference<>(bean.getClassLoader());
        Reference.reachabilityFence(site);
        bean = null;
        site = null;
        collected(ended);
    }

    private static void collected(WeakReference<?> reference) {
        Await.until(
                () -> {
                    System.gc();
                    return reference.get() == null;
                },
                Duration.ofSeconds(30));
    }

    @Test
    void tells_once_of_an_argument_that_is_not_there() throws Exception {
        LimitedMethod site = LimitedMethod.of(Bean.class.getMethod("call", String.class), OtherBean.class);
        Invocation named = new Invocation(new Bean(), "call", "x");
        Invocation unnamed = new Invocation("text", "concat", "x");
        List<String> log = logged(() -> {
            for (int i = 0; i < 2; i++) {
                assertThat(argument(named, site, "phone")).isEqualTo("x");
                assertThat(argument(named, site, "0")).isEqualTo("x");
                assertThat(argument(named, site, "1")).isNull();
                assertThat(argument(unnamed, site, "0")).isEqualTo("x");
                assertThat(argument(unnamed, site, "phone")).isNull();
                assertThat(argument(unnamed, site, "arg0")).isNull();
            }
        });
        assertThat(log).hasSize(3).allMatch(line -> line.startsWith("limit." + RuleNames.of(method())));
        assertThat(log.get(0)).endsWith("Bean.call(String): no parameter is 1");
        assertThat(log.get(1)).contains("no parameter is known as phone; compile with -parameters");
    }

    private static Method method() {
        return new Invocation(new Bean(), "call", "x").getMethod();
    }

    private static Object argument(Invocation invocation, LimitedMethod site, String name) {
        return new BeanCallContext(new JakartaCall(invocation), NO_REQUEST, site).argument(name);
    }

    private static List<String> logged(Runnable action) {
        List<String> lines = new ArrayList<>();
        Logger logger = Logger.getLogger(LimitedMethod.class.getName());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord message) {
                lines.add(new SimpleFormatter().formatMessage(message));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try {
            action.run();
        } finally {
            logger.removeHandler(handler);
        }
        return lines;
    }

    /** A bean. */
    public static class Bean {

        @RateLimit(rate = "5/1m", key = "arg:phone")
        public void call(String phone) {}
    }

    /** Another of the same methods. */
    public static class OtherBean extends Bean {}

    /** Has a copy of the bean, as an application has that shares the jar with others. */
    private static final class Application extends ClassLoader {

        Application() {
            super(LimitedMethodTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Replies.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
