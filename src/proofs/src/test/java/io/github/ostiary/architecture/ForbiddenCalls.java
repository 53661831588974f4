package io.github.ostiary.architecture;

import io.github.ostiary.architecture.ClassFiles.Call;
import java.util.List;
import java.util.regex.Pattern;

/** Methods that no decision may depend on. */
final class ForbiddenCalls {

    private static final Pattern CLOCK = Pattern.compile("java/lang/System\\.(?:currentTimeMillis|nanoTime):.*"
            + "|java/time/[\\w/]+\\.now:.*"
            + "|java/time/Clock\\.(?:system|tick)\\w*:.*"
            + "|java/util/Date\\.\"<init>\":\\(\\)V"
            + "|java/util/Calendar\\.getInstance:.*"
            + "|com/github/benmanes/caffeine/cache/Ticker\\.systemTicker:.*");
    private static final Pattern SLEEP = Pattern.compile("java/(?:lang/Thread|util/concurrent/TimeUnit)\\.sleep:.*");
    private static final Pattern LOGGER = Pattern.compile("java/(?:lang/System|util/logging/Logger)\\.getLogger:.*");
    private static final Pattern THREAD = Pattern.compile("java/lang/Thread\\.\"<init>\":.*");

    private ForbiddenCalls() {}

    /** Calls that read the system's clock. */
    static List<Call> clocks(List<Call> calls) {
        return calls.stream()
                .filter(call -> CLOCK.matcher(call.method()).matches())
                .toList();
    }

    /** Calls that hold a thread for a time. */
    static List<Call> sleeps(List<Call> calls) {
        return calls.stream()
                .filter(call -> SLEEP.matcher(call.method()).matches())
                .toList();
    }

    /** Calls that make a logger. */
    static List<Call> loggers(List<Call> calls) {
        return calls.stream()
                .filter(call -> LOGGER.matcher(call.method()).matches())
                .toList();
    }

    /** Calls that make a thread. */
    static List<Call> threads(List<Call> calls) {
        return calls.stream()
                .filter(call -> THREAD.matcher(call.method()).matches())
                .toList();
    }
}
