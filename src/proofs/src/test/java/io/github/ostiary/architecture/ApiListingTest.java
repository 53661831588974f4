package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the file of the public API tells of a type. */
public class ApiListingTest {

    @Test
    void aClassTellsOfWhatItsUsersCanName() {
        assertThat(ApiListing.of(List.of(Open.class)))
                .containsExactly(
                        "public static class io.github.ostiary.architecture.ApiListingTest.Open<T extends Comparable<? super T>> implements Runnable",
                        "    public static final String SIGN = \"a\\n\"",
                        "    protected Open(String...)",
                        "    protected final <E extends Exception> @Nullable T mapped(java.util.Map<String, ? extends @Nullable T>, byte @Nullable []) throws java.io.IOException, E",
                        "    public int inherited()",
                        "    public void run()");
    }

    @Test
    void otherKindsAreCalledByTheirKind() {
        assertThat(ApiListing.of(List.of(Mark.class, Shape.class, Shape.Point.class, Side.class)))
                .containsExactly(
                        "@java.lang.annotation.Documented @java.lang.annotation.Retention(value=RUNTIME) public static @interface io.github.ostiary.architecture.ApiListingTest.Mark",
                        "    public abstract Class<?>[] types() default {String.class}",
                        "    public abstract int value()",
                        "public static sealed interface io.github.ostiary.architecture.ApiListingTest.Shape permits io.github.ostiary.architecture.ApiListingTest.Shape.Point",
                        "    default public boolean round()",
                        "public static record io.github.ostiary.architecture.ApiListingTest.Shape.Point implements io.github.ostiary.architecture.ApiListingTest.Shape",
                        "    public Point(int)",
                        "    @io.github.ostiary.architecture.ApiListingTest.Mark(value=3) public int x()",
                        "public static enum io.github.ostiary.architecture.ApiListingTest.Side",
                        "    constant RIGHT",
                        "    constant LEFT",
                        "    public static io.github.ostiary.architecture.ApiListingTest.Side of()");
    }

    static class Base {
        public int inherited() {
            return 0;
        }
    }

    public static class Open<T extends Comparable<? super T>> extends Base implements Runnable {
        public static final String SIGN = "a\n";

        protected Open(String... names) {}

        private Open() {}

        protected final <E extends Exception> @Nullable T mapped(
                Map<String, ? extends @Nullable T> map, byte @Nullable [] bytes) throws IOException, E {
            return null;
        }

        @Override
        public void run() {}

        @Override
        public String toString() {
            return "";
        }

        void hidden() {}
    }

    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Mark {
        int value();

        Class<?>[] types() default String.class;
    }

    public sealed interface Shape {
        default boolean round() {
            return false;
        }

        record Point(@Mark(3) int x) implements Shape {}
    }

    public enum Side {
        RIGHT,
        LEFT;

        public static Side of() {
            return LEFT;
        }
    }
}
