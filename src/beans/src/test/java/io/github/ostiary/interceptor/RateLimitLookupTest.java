package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.RateLimit;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RateLimitLookupTest {

    @Test
    void the_methods_own_wins() {
        assertThat(rule(Base.class, "own")).isEqualTo("method");
        assertThat(rule(Base.class, "plain")).isEqualTo("class");
    }

    @Test
    void a_subclass_inherits_or_replaces() {
        assertThat(rule(Heir.class, "plain")).isEqualTo("class");
        assertThat(rule(Replacing.class, "plain")).isEqualTo("replaced");
        assertThat(rule(Replacing.class, "own")).isEqualTo("method");
    }

    @Test
    void what_is_stated_in_place_is_one_rule_for_all_heirs() {
        assertThat(RateLimitLookup.of(method(Shared.class, "plain"), SharedHeir.class)
                        .orElseThrow())
                .isEqualTo(RateLimitLookup.onClass(Shared.class).orElseThrow())
                .returns(RuleNames.of(Shared.class), RateLimitUse::rule);
    }

    @Test
    void an_overriding_method_without_it_has_that_of_its_class() {
        assertThat(RateLimitLookup.of(declared(Overriding.class, "own"), Overriding.class)
                        .orElseThrow()
                        .rule())
                .isEqualTo("class");
    }

    @Test
    void an_annotation_may_carry_it_and_may_annotate_itself() {
        assertThat(rule(Watched.class, "plain")).isEqualTo("carried");
        assertThat(RateLimitLookup.of(method(Object.class, "hashCode"), Looped.class))
                .isEmpty();
    }

    @Test
    void the_declaring_class_counts_where_the_container_hides_the_bean() {
        assertThat(RateLimitLookup.of(method(Base.class, "plain"), Object.class)
                        .orElseThrow()
                        .rule())
                .isEqualTo("class");
    }

    @Test
    void a_bridge_is_the_method_that_it_calls() throws NoSuchMethodException {
        Method bridge = Texts.class.getDeclaredMethod("take", Object.class);
        Method written = Texts.class.getDeclaredMethod("take", String.class);
        assertThat(bridge.isBridge()).isTrue();
        assertThat(RateLimitLookup.of(bridge, Texts.class)).isEqualTo(RateLimitLookup.of(written, Texts.class));
        assertThat(RateLimitLookup.of(Seen.class.getMethod("act"), Seen.class))
                .isEqualTo(RateLimitLookup.of(Hidden.class.getMethod("act"), Seen.class));
    }

    private static String rule(Class<?> bean, String name) {
        return RateLimitLookup.of(method(bean, name), bean).orElseThrow().rule();
    }

    private static Method method(Class<?> bean, String name) {
        for (Class<?> type = bean; type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name)) {
                    return method;
                }
            }
        }
        throw new AssertionError(name);
    }

    private static Method declared(Class<?> bean, String name) {
        return Arrays.stream(bean.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private abstract static class Taker<T> {

        abstract void take(T what);
    }

    private static class Texts extends Taker<String> {

        @RateLimit(rate = "1/1m")
        void take(Integer what) {}

        @Override
        @RateLimit(rate = "2/1m")
        void take(String what) {}
    }

    static class Hidden {

        @RateLimit(rate = "3/1m")
        public void act() {}
    }

    /** Public, so that the compiler writes a bridge into it. */
    public static class Seen extends Hidden {}

    @RateLimit("class")
    private static class Base {

        void plain() {}

        @RateLimit("method")
        void own() {}
    }

    private static class Heir extends Base {}

    @RateLimit("replaced")
    private static class Replacing extends Base {}

    private static class Overriding extends Base {

        @Override
        void own() {}
    }

    @RateLimit(rate = "5/1m")
    private static class Shared {

        void plain() {}
    }

    private static class SharedHeir extends Shared {}

    @RateLimit("carried")
    @Retention(RetentionPolicy.RUNTIME)
    private @interface Carrying {}

    @Carrying
    private static class Watched {

        void plain() {}
    }

    @Loop
    @Retention(RetentionPolicy.RUNTIME)
    private @interface Loop {}

    @Loop
    private static class Looped {}
}
