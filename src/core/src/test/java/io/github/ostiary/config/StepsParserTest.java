package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.store.Step;
import io.github.ostiary.store.Step.Growth;
import io.github.ostiary.text.Durations;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StepsParserTest {

    private static final long SECOND = 1_000_000;
    private static final long HOUR = 3_600 * SECOND;

    @Test
    void reads_a_whole_policy() {
        assertThat(StepsParser.parse("3/1m challenge, 6/5m delay 2s, 10/1h lock 15m x2 max 24h, 50/7d block"))
                .containsExactly(
                        new Step(3, 60 * SECOND, Step.Action.CHALLENGE, 0, Growth.NONE, 3),
                        new Step(6, 300 * SECOND, Step.Action.DELAY, 2 * SECOND, Growth.NONE, 1),
                        new Step(10, HOUR, Step.Action.LOCK, 900 * SECOND, new Growth(2, 0, 24 * HOUR), 10),
                        new Step(50, 168 * HOUR, Step.Action.BLOCK, 0, Growth.NONE, 50));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            quoteCharacter = '"',
            value = {
                "lock 15m → 900, 1.0, 0, none, 10",
                "lock 15m x1.5 → 900, 1.5, 0, none, 10",
                "lock 15m +1m → 900, 1.0, 60, none, 10",
                "lock 15m x2 max 15m → 900, 2.0, 0, 900, 10",
                "lock PT15M +1m max 36500d rearm 1 → 900, 1.0, 60, 3153600000, 1",
                "lock 15m rearm 10 → 900, 1.0, 0, none, 10",
                "lock 36500d → 3153600000, 1.0, 0, none, 10",
                "delay 2s x2 max 1m → 2, 2.0, 0, 60, 1",
                "delay 2s +1s → 2, 1.0, 1, none, 1",
            })
    void growth(String action, String expected) {
        Step step = StepsParser.parse("10 / 1h   " + action).get(0);
        assertThat(step.durationMicros() / SECOND + ", " + step.growth().factor() + ", "
                        + step.growth().byMicros() / SECOND + ", "
                        + (step.growth().maxMicros() == Step.MAX_MICROS
                                ? "none"
                                : step.growth().maxMicros() / SECOND) + ", "
                        + step.rearm())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1/1ms delay 1ms",
                "1000/366d block",
                "5/1m delay 2s, 10/1m lock 1m",
                "1/1m lock 1m x1000",
                "1/1m lock 1m x1.001"
            })
    void accepts_the_bounds(String text) {
        assertThat(StepsParser.parse(text)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            quoteCharacter = '"',
            value = {
                "lock 15m → it must start with failures/window, such as 10/1h lock 15m",
                "x/1m lock 1m → it must start with failures/window, such as 10/1h lock 15m",
                "0/1m lock 1m → failures must be 1 to 1000, not 0",
                "1001/1m lock 1m → failures must be 1 to 1000, not 1001",
                "5/367d lock 1m → the window: must be from 1ms to 366d",
                "5/0s lock 1m → the window: must be from 1ms to 366d",
                "5/soon lock 1m → the window: 'soon' is not a duration; write 500ms, 10s, 1m, 2h, 1d or ISO-8601 such as"
                        + " PT1M",
                "5/1m → the action is missing; write challenge, delay 2s, lock 15m or block after it",
                "5/1m lok 1m → unknown action 'lok'; did you mean lock? Write challenge, delay 2s, lock 15m or block",
                "5/1m lock → a lock needs a duration; write 5/1m lock 15m",
                "5/1m delay → a delay needs a duration; write 5/1m delay 2s",
                "5/1m lock x2 → the lock: 'x2' is not a duration; write 500ms, 10s, 1m, 2h, 1d or ISO-8601 such as PT1M",
                "5/1m lock 0s → the lock: must be from 1ms to 36500d",
                "5/1m delay 36501d → the delay: must be from 1ms to 36500d",
                "5/1m lock 1m x1 → 'x1' is not a growth; write x and a number above 1, at most 1000, with up to three"
                        + " decimals, such as x2 or x1.5",
                "5/1m lock 1m x1001 → 'x1001' is not a growth; write x and a number above 1, at most 1000, with up to"
                        + " three decimals, such as x2 or x1.5",
                "5/1m lock 1m x1.0001 → 'x1.0001' is not a growth; write x and a number above 1, at most 1000, with up"
                        + " to three decimals, such as x2 or x1.5",
                "5/1m lock 1m + 1m → the growth: '' is not a duration; write 500ms, 10s, 1m, 2h, 1d or ISO-8601 such as"
                        + " PT1M",
                "5/1m lock 1m +36501d → the growth: must be from 1ms to 36500d",
                "5/1m lock 1m max 1h → a lock that does not grow has no max; write x2 or +1m before max, or remove max",
                "5/1m lock 1m x2 max → max needs a duration; write max 24h",
                "5/1m lock 1h x2 max 1m → max 1m is shorter than the first lock; raise it to 1h or more",
                "5/1m lock 1m x2 max 36501d → max: must be from 1ms to 36500d",
                "5/1m lock 1m rearm → rearm needs the number of failures for the next lock; write rearm 1 to"
                        + " rearm 5",
                "5/1m lock 1m rearm 0 → rearm must be 1 to 5, not 0",
                "5/1m lock 1m rearm 6 → rearm must be 1 to 5, not 6",
                "5/1m delay 1s rearm 2 → every further failure begins a delay, so there is nothing to rearm; remove it",
                "5/1m challenge rearm 2 → only a lock has a rearm; remove it",
                "5/1m block 1h → block takes nothing; remove '1h', or put a comma before a further step",
                "5/1m challenge 9/1h lock 1m → challenge takes nothing; remove '9/1h', or put a comma before a further"
                        + " step",
                "5/1m lock 1m rearm 2 x2 → 'x2' does not belong there; the order is lock 15m x2 max 24h rearm 3, with"
                        + " +1m in place of x2 for a steady growth",
                "5/1m lock 1m x2 +1m → '+1m' does not belong there; the order is lock 15m x2 max 24h rearm 3, with +1m"
                        + " in place of x2 for a steady growth",
                "5/1m delay 1m twice → 'twice' does not belong there; the order is delay 2s x2 max 1m, with +1m in place"
                        + " of x2 for a steady growth",
            })
    void problems(String step, String problem) {
        assertThatThrownBy(() -> StepsParser.parse(step))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("step '" + step + "': " + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            quoteCharacter = '"',
            value = {
                "5/1m delay 1s, 5/1h block → step '5/1h block': its 5 failures must be more than the 5 of the"
                        + " step before; sort the steps by their failures and merge equal ones",
                "5/1h delay 1s, 9/1m block → step '9/1m block': its window of 1m must not be shorter than the 1h of the"
                        + " step before; lengthen it, or write another lockout for it",
                "5/1h delay 1s, → an entry of the list is empty; remove the extra comma",
            })
    void policies_ascend(String steps, String problem) {
        assertThatThrownBy(() -> StepsParser.parse(steps)).hasMessage(problem);
    }

    @Test
    void policies_are_short() {
        String eleven =
                IntStream.rangeClosed(1, 11).mapToObj(i -> i + "/1m block").collect(Collectors.joining(","));
        assertThat(StepsParser.parse(eleven.substring(0, eleven.lastIndexOf(','))))
                .hasSize(10);
        assertThatThrownBy(() -> StepsParser.parse(eleven))
                .hasMessage("there are 11 steps and at most 10 are allowed; let a lock grow instead, such as lock 1m x2"
                        + " max 24h");
    }

    @Test
    void what_is_written_out_is_read_back() {
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            List<Step> policy = policy(random);
            String text = policy.stream().map(StepsParserTest::text).collect(Collectors.joining(", "));
            assertThat(StepsParser.parse(text)).as(text).isEqualTo(policy);
        }
    }

    private static List<Step> policy(Random random) {
        List<Step> steps = new ArrayList<>();
        int failures = 0;
        long window = 0;
        for (int left = 1 + random.nextInt(10); left > 0; left--) {
            failures += 1 + random.nextInt(100);
            window += random.nextInt(3) == 0 && window > 0 ? 0 : micros(random, 36 * 24);
            steps.add(step(random, failures, window));
        }
        return steps;
    }

    private static Step step(Random random, int failures, long window) {
        Step.Action action = Step.Action.values()[random.nextInt(4)];
        if (action == Step.Action.CHALLENGE || action == Step.Action.BLOCK) {
            return new Step(failures, window, action, 0, Growth.NONE, failures);
        }
        long duration = micros(random, 80_000);
        int kind = random.nextInt(3);
        double factor = kind == 1 ? (1_001 + random.nextInt(998_999)) / 1_000.0 : 1;
        long growth = kind == 2 ? micros(random, 800_000) : 0;
        long max = kind > 0 && random.nextBoolean() ? duration * (1 + random.nextInt(9)) : Step.MAX_MICROS;
        int rearm = 1 + random.nextInt(failures);
        return new Step(
                failures,
                window,
                action,
                duration,
                new Growth(factor, growth, max),
                action == Step.Action.LOCK ? rearm : 1);
    }

    private static long micros(Random random, int mostHours) {
        long[] units = {1_000, SECOND, 60 * SECOND, HOUR};
        return units[random.nextInt(4)] * (1 + random.nextInt(mostHours));
    }

    private static String text(Step step) {
        boolean lock = step.action() == Step.Action.LOCK;
        return step.failures() + "/" + shown(step.windowMicros()) + " "
                + step.action().name().toLowerCase(Locale.ROOT)
                + (step.durationMicros() > 0 ? " " + shown(step.durationMicros()) : "")
                + (step.growth().factor() > 1
                        ? " x" + BigDecimal.valueOf(step.growth().factor()).toPlainString()
                        : "")
                + (step.growth().byMicros() > 0 ? " +" + shown(step.growth().byMicros()) : "")
                + (step.growth().maxMicros() < Step.MAX_MICROS
                        ? " max " + shown(step.growth().maxMicros())
                        : "")
                + (lock && step.rearm() < step.failures() ? " rearm " + step.rearm() : "");
    }

    private static String shown(long micros) {
        return Durations.format(Durations.ofMicros(micros));
    }
}
