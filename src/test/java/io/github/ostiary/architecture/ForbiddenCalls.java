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
}
