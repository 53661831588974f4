package io.github.ostiary.journeys;

import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The journeys that are measured; each is one call, warm, on the stores and rules a beginner has. */
enum Journey {
    LOCAL("one permit, local", new Figures(21, 23, 3), 41, new Figures(20, 25, 4), 96),
    TWO_TIERS("one permit, two tiers", new Figures(23, 22, 3), 29, new Figures(30, 35, 8), 2_600),
    REQUEST("HTTP request, one limit", new Figures(52, 61, 9), 78, new Figures(40, 60, 10), 488),
    DENIED("HTTP request, denied", new Figures(71, 105, 12), 118, null, 672),
    NOTED("HTTP request, denied with a reference", new Figures(76, 121, 12), 146, null, 736),
    SIGN_IN(
            "HTTP sign-in, limit + lockout, 401 settled",
            new Figures(112, 202, 39),
            379,
            new Figures(60, 120, 25),
            8_100),
    SIGN_IN_SHARED("HTTP sign-in by `signin.*`, Redis, proved right", new Figures(153, 296, 81), 790, null, 20_000),
    PROVED("HTTP Basic by `signin.*`, Redis, proved right before", new Figures(88, 149, 42), 310, null, 12_000);

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

        Figures withAir() {
            return new Figures((int) air(classes), (int) air(hops), (int) air(objects));
        }

        @Override
        public String toString() {
            return classes + " / " + hops + " / " + objects;
        }
    }

    final String title;

    /** What must not be exceeded. */
    final Figures bound;

    /** None was wished for. */
    final @Nullable Figures wanted;

    final int boundCrossings;

    final long boundBytes;

    /**
     * A journey.
     *
     * @param measured on 28 and 29 November 2026; a quarter more is its bound, so that no design bends to it
     * @param crossings hops, counted every time
     * @param wanted what it should come down to; null if nobody has said
     * @param bytes allocated for it while nothing that is allocated is compiled away: a slow machine measures before that
     */
    Journey(String title, Figures measured, int crossings, @Nullable Figures wanted, long bytes) {
        this.title = title;
        this.bound = measured.withAir();
        this.wanted = wanted;
        this.boundCrossings = (int) air(crossings);
        this.boundBytes = air(bytes);
    }

    private static long air(long measured) {
        return measured + measured / 4 + 1;
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
            case SIGN_IN_SHARED -> "SharedSignIn";
            case PROVED -> "ProvedRequest";
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
