package io.github.ostiary.journeys;

import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The journeys that are measured; each is one call, warm, on the stores and rules a beginner has. */
enum Journey {
    LOCAL("one permit, local", new Figures(21, 25, 3), new Figures(20, 25, 4), 106),
    /** One class and one hop more where there are virtual threads. */
    TWO_TIERS("one permit, two tiers", new Figures(37, 46, 8), new Figures(30, 35, 8), 7_000),
    REQUEST("HTTP request, one limit", new Figures(53, 62, 10), new Figures(40, 60, 10), 530),
    DENIED("HTTP request, denied", new Figures(68, 78, 13), null, 715),
    NOTED("HTTP request, denied with a reference", new Figures(73, 90, 13), null, 750),
    SIGN_IN("HTTP sign-in, limit + lockout, 401 settled", new Figures(112, 205, 42), new Figures(60, 120, 25), 8_000);

    /** More than there are users who sign in, and than are looked at more closely at the beginning. */
    private static final int WARM = 9_000;

    /** The same through the filter, which looks at its place while the first 65,536 requests come. */
    private static final int WARM_FILTER = 66_000;

    /** Nothing expires while calls are traced. */
    private static final String LONG = "1000000/1h";

    /** Little is kept while bytes are counted. */
    private static final String SHORT = "1000000/1ms";

    /** As the table tells them: classes, hops between them, objects of theirs. */
    record Figures(int classes, int hops, int objects) {

        @Override
        public String toString() {
            return classes + " / " + hops + " / " + objects;
        }
    }

    final String title;
    final Figures bound;

    /** None was wished for. */
    final @Nullable Figures wanted;

    final long boundBytes;

    /**
     * A journey.
     *
     * @param bound what must not be exceeded
     * @param wanted what it should come down to; null if nobody has said
     * @param boundBytes what may be allocated for it, compiled or not
     */
    Journey(String title, Figures bound, @Nullable Figures wanted, long boundBytes) {
        this.title = title;
        this.bound = bound;
        this.wanted = wanted;
        this.boundBytes = boundBytes;
    }

    /** One run of it, traced: of three the shortest, since now and then one also tidies what a cache holds. */
    CallTrace.Seen traced(String redis) {
        try (Prepared prepared = prepare(true, redis, LONG)) {
            for (int i = 0; i < warm(); i++) {
                prepared.journey().run();
            }
            return Stream.generate(() -> CallTrace.of(prepared.journey()))
                    .limit(3)
                    .min(Comparator.comparingInt(CallTrace.Seen::hops))
                    .orElseThrow();
        }
    }

    private int warm() {
        return this == REQUEST || this == SIGN_IN ? WARM_FILTER : WARM;
    }

    /** Bytes this thread allocates for one run, once compiled: the least of some rounds' means. */
    long bytes(String redis) {
        try (Prepared prepared = prepare(false, redis, SHORT)) {
            return AllocatedBytes.of(prepared.journey());
        }
    }

    private Prepared prepare(boolean woven, String redis, String rate) {
        try {
            Class<?> route =
                    new TracingClassLoader(woven).loadClass(Journey.class.getPackageName() + "." + routeName());
            Object made =
                    route.getDeclaredConstructor(String.class, String.class).newInstance(redis, rate);
            return new Prepared((Runnable) made, (AutoCloseable) made);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private String routeName() {
        return switch (this) {
            case LOCAL -> "LocalPermit";
            case TWO_TIERS -> "TwoTierPermit";
            case REQUEST -> "LimitedRequest";
            case DENIED -> "DeniedRequest";
            case NOTED -> "RecordedRequest";
            case SIGN_IN -> "FailedSignIn";
        };
    }

    private record Prepared(Runnable journey, AutoCloseable end) implements AutoCloseable {

        @Override
        public void close() {
            try {
                end.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
