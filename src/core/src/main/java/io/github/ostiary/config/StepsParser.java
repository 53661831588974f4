package io.github.ostiary.config;

import io.github.ostiary.store.Step;
import io.github.ostiary.text.Durations;
import java.util.ArrayList;
import java.util.List;

/** The grammar of {@code steps}: {@code 3/1m challenge, 6/5m delay 2s, 10/1h lock 15m x2 max 24h, 50/7d block}. */
final class StepsParser {

    private static final int MOST = 10;

    private StepsParser() {}

    /**
     * Reads them.
     *
     * @return 1 to 10 steps; thresholds ascend, windows do not shrink
     * @throws IllegalArgumentException with the step, the bound and the remedy
     */
    static List<Step> parse(String text) {
        List<String> written = Values.list(text);
        if (written.size() > MOST) {
            throw new IllegalArgumentException("there are " + written.size() + " steps and at most " + MOST
                    + " are allowed; let a lock grow instead, such as lock 1m x2 max 24h");
        }
        List<Step> steps = new ArrayList<>();
        for (String one : written) {
            Step step = new StepParser(one).parse();
            if (!steps.isEmpty()) {
                checkAscent(steps.get(steps.size() - 1), step, one);
            }
            steps.add(step);
        }
        return List.copyOf(steps);
    }

    private static void checkAscent(Step before, Step step, String text) {
        if (step.failures() <= before.failures()) {
            throw new IllegalArgumentException("step '" + text + "': its " + step.failures()
                    + " failures must be more than the " + before.failures()
                    + " of the step before; sort the steps by their failures and merge equal ones");
        }
        if (step.windowMicros() < before.windowMicros()) {
            throw new IllegalArgumentException("step '" + text + "': its window of " + shown(step.windowMicros())
                    + " must not be shorter than the " + shown(before.windowMicros())
                    + " of the step before; lengthen it, or write another lockout for it");
        }
    }

    private static String shown(long micros) {
        return Durations.format(Durations.ofMicros(micros));
    }
}
