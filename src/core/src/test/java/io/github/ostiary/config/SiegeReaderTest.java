package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.rule.Siege;
import io.github.ostiary.rule.SiegeThreshold;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@link SiegeReader} makes of a lockout's keys that no sign-in has written. */
class SiegeReaderTest {

    private static final String[] ACCOUNT = {
        "lockout.a.path=/login",
        "lockout.a.key=param:user",
        "lockout.a.failure=status:401",
        "lockout.a.success=principal",
        "lockout.a.steps=100/1d lock 1h",
        "lockout.a.exempt=recent-success 30d",
        "lockout.a.challenge.verifier=com.example.Captcha"
    };

    private static Given given(String... more) {
        return Given.file(String.join("\n", ACCOUNT) + "\nlockout.a." + String.join("\nlockout.a.", more));
    }

    @Test
    void aRuleThatIsReadAgainGoesOnMeasuring() {
        GuardConfig config = given("siege.begin=20/30m").read();
        Siege siege = config.context().counts().siege("a");
        assertThat(config.context().counts().sieges()).containsValue(siege);
        SiegeThreshold threshold = new SiegeThreshold(20, Duration.ofMinutes(30).toMillis() * 1_000);
        for (int i = 0; i < 20; i++) {
            siege.count(Siege.Sign.FAILED, "network-" + i, threshold);
        }
        assertThat(siege.on(threshold)).isTrue();
    }

    @Test
    void aRuleWithoutMeasuresNothing() {
        assertThat(Given.file(ACCOUNT).problems())
                .containsExactly(
                        "lockout.a.challenge.verifier=com.example.Captcha: there is no challenge; add a step such as"
                                + " 3/1m challenge to lockout.a.steps or remove it");
        assertThat(given("siege.begin=20/30m").problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "siege.begin=20 → lockout.a.siege.begin=20: must be failures/window, such as 20/30m",
                "siege.begin=0/30m → lockout.a.siege.begin=0/30m: must be a whole number from 1 to 1000000",
                "siege.begin=5/30m → lockout.a.siege.begin=5/30m: must be more than the 5 failures that count of"
                        + " one network in that time",
                "siege.begin=20/30s → lockout.a.siege.begin=20/30s: must be from 1m to 1h",
                "siege.begin=20/2h → lockout.a.siege.begin=20/2h: must be from 1m to 1h"
            })
    void mistakesNameTheBound(String line, String problem) {
        assertThat(given(line).problems()).containsExactly(problem);
    }

    @Test
    void aForcedSiegeNeedsItsBegin() {
        assertThat(given("siege=on").problems())
                .contains(
                        "lockout.a.siege=on: a siege begins at a number of failures; add lockout.a.siege.begin=20/30m");
    }

    @Test
    void aLimitTakesThePlaceOfTheChallenge() {
        String[] without = Arrays.copyOf(ACCOUNT, ACCOUNT.length - 1);
        String lines = String.join("\n", without) + "\nlockout.a.siege.begin=20/30m";
        assertThat(Given.file(lines).problems())
                .containsExactly(
                        "lockout.a.siege.begin=20/30m: during a siege unknown callers must pass a challenge; add"
                                + " lockout.a.challenge.verifier=com.example.Captcha, or the limit that lets them in instead,"
                                + " lockout.a.siege.limit=NAME");
        assertThat(Given.file(lines + "\nlockout.a.siege.limit=slow").problems())
                .containsExactly("lockout.a.siege.limit=slow: there is no such limit; declare limit.NAME.rate=5/1m and"
                        + " limit.NAME.key=global, without a path");
        assertThat(Given.file(lines + "\nlockout.a.siege.limit=slow\nlimit.slow.rate=5/1m\nlimit.slow.key=global")
                        .problems())
                .isEmpty();
        assertThat(given("siege.begin=20/30m", "siege.limit=slow").problems())
                .contains("lockout.a.siege.limit=slow: a siege with a challenge limits nothing; remove this key, or"
                        + " challenge.verifier");
    }
}
