package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.rule.Siege.Sign;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attacks of many shapes on sites of many sizes: a siege begins with each, and is over soon after it. */
@Tag("slow")
class SiegeShapesTest {

    private static final SiegeThreshold TERMS =
            new SiegeThreshold(20, Duration.ofMinutes(30).toMillis() * 1_000);
    private static final int SHAPES = 40;
    private static final int MINUTES_OF_A_DAY = 24 * 60;

    /** The longest that a siege may outlive its attack. */
    private static final int GRACE_MINUTES = 15;

    /**
     * An attack.
     *
     * @param minutes how long
     * @param triesPerMinute on average
     * @param farm the share of challenges that it has solved
     * @param ownPerTry sign-ins to one account of its own for each try
     * @param pulse it acts in one of so many minutes
     */
    private record Shape(int minutes, int triesPerMinute, double farm, int ownPerTry, int pulse) {

        static Shape of(Random random) {
            return new Shape(
                    5 + random.nextInt(300),
                    5 + random.nextInt(60),
                    random.nextInt(3) == 0 ? random.nextDouble() : 0,
                    random.nextInt(4),
                    1 + random.nextInt(3));
        }
    }

    /** A site whose members sign in all day, twice as many at its busiest time. */
    private static final class Site {

        private final ManualTimeSource time = new ManualTimeSource();
        private final Siege siege = new Siege(time);
        private final Random random;
        private double signInsAnHour;
        private int minute;
        private int members;
        private int networks;

        Site(Random random, double signInsAnHour) {
            this.random = random;
            this.signInsAnHour = signInsAnHour;
        }

        private int poisson(double mean) {
            int count = 0;
            for (double left = mean; left > 0; left -= 1) {
                double limit = Math.exp(-Math.min(1, left));
                for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) {
                    count++;
                }
            }
            return count;
        }

        /** Mistypes one password in ten; comes one time in ten from a new network. */
        private void member() {
            String network = "home-" + networks++;
            boolean stranger = random.nextInt(10) == 0;
            for (boolean right = false; !right; ) {
                if (stranger && siege.on(TERMS)) {
                    siege.count(Sign.CHALLENGED, network, TERMS);
                    siege.count(Sign.PASSED, network, TERMS);
                }
                right = random.nextInt(10) > 0;
                if (right) {
                    siege.count(Sign.SUCCEEDED, "member-" + members++, TERMS);
                } else {
                    siege.count(Sign.FAILED, network, TERMS);
                }
            }
        }

        private void attacker(Shape shape) {
            String network = "bot-" + networks++;
            for (int own = 0; own < shape.ownPerTry(); own++) {
                siege.count(Sign.SUCCEEDED, "mallory", TERMS);
            }
            if (!siege.on(TERMS)) {
                siege.count(Sign.FAILED, network, TERMS);
            } else if (random.nextDouble() < shape.farm()) {
                siege.count(Sign.PASSED, network, TERMS);
                siege.count(Sign.FAILED, network, TERMS);
            } else {
                siege.count(Sign.CHALLENGED, network, TERMS);
            }
        }

        void minute(Shape attack) {
            double busy = 1 + Math.sin(2 * Math.PI * minute / MINUTES_OF_A_DAY);
            for (int i = poisson(busy * signInsAnHour / 60); i > 0; i--) {
                member();
            }
            if (attack.triesPerMinute() > 0 && minute % attack.pulse() == 0) {
                for (int i = poisson(attack.triesPerMinute()); i > 0; i--) {
                    attacker(attack);
                }
            }
            time.advance(Duration.ofMinutes(1));
            minute++;
        }

        void minutes(int many, Shape attack) {
            for (int i = 0; i < many; i++) {
                minute(attack);
            }
        }
    }

    private static final Shape NONE = new Shape(0, 0, 0, 0, 1);

    @ParameterizedTest
    @CsvSource({"2", "20", "100", "600"})
    void aSiegeOutlivesNoAttackByMoreThanAQuarterOfAnHour(double signInsAnHour) {
        for (int seed = 0; seed < SHAPES; seed++) {
            Random random = new Random(seed);
            Shape shape = Shape.of(random);
            Site site = new Site(random, signInsAnHour);
            site.minutes(MINUTES_OF_A_DAY + random.nextInt(MINUTES_OF_A_DAY), NONE);
            site.minutes(shape.minutes(), shape);
            boolean over = false;
            for (int minute = 0; minute <= 3 * GRACE_MINUTES; minute++) {
                over = !site.siege.on(TERMS);
                assertThat(over || minute < GRACE_MINUTES)
                        .as("over %d min after the end of seed %d, %s", minute, seed, shape)
                        .isTrue();
                site.minute(NONE);
            }
        }
    }

    /** Unless it is lost in what members do: then it is less than three times the usual. */
    @ParameterizedTest
    @CsvSource({"2", "20", "100"})
    void itBeginsSoonAndLastsAsLongAsTheAttack(double signInsAnHour) {
        for (int seed = 0; seed < SHAPES; seed++) {
            Random random = new Random(seed);
            Shape drawn = Shape.of(random);
            Shape shape = new Shape(120, Math.max(12, drawn.triesPerMinute()), drawn.farm(), drawn.ownPerTry(), 1);
            Site site = new Site(random, signInsAnHour);
            site.minutes(MINUTES_OF_A_DAY, NONE);
            site.minutes(10, shape);
            for (int minute = 10; minute < shape.minutes(); minute++) {
                assertThat(site.siege.on(TERMS))
                        .as("minute %d of seed %d, %s", minute, seed, shape)
                        .isTrue();
                site.minute(shape);
            }
        }
    }

    /** A new site, one that is busy from its first hour, a Monday after a quiet day. */
    @ParameterizedTest
    @CsvSource({"2, 2", "0, 20", "0, 600", "20, 200", "2, 600"})
    void busyTimesAreNone(double yesterday, double today) {
        for (int seed = 0; seed < SHAPES / 4; seed++) {
            Random random = new Random(seed);
            Site site = new Site(random, yesterday);
            site.minutes(yesterday > 0 ? MINUTES_OF_A_DAY : 0, NONE);
            site.signInsAnHour = today;
            for (int minute = 0; minute < MINUTES_OF_A_DAY; minute++) {
                assertThat(site.siege.on(TERMS))
                        .as("minute %d of seed %d", minute, seed)
                        .isFalse();
                site.minute(NONE);
            }
        }
    }

    /** Else an attacker who provokes one after the other makes failures usual. */
    @Test
    void whatLeadsToItIsNoPartOfTheTrailingDay() {
        Site site = new Site(new Random(3), 20);
        site.minutes(MINUTES_OF_A_DAY, NONE);
        for (int pulse = 0; pulse < 24; pulse++) {
            for (int i = 0; i < 25; i++) {
                site.siege.count(Sign.FAILED, "network-" + i, TERMS);
            }
            assertThat(site.siege.on(TERMS)).as("pulse %d", pulse).isTrue();
            site.minutes(45, NONE);
            assertThat(site.siege.on(TERMS)).as("after pulse %d", pulse).isFalse();
        }
    }

    /** An application that answers every sign-in wrongly for ten minutes, while its members try again. */
    @Test
    void anOutageIsOverSoonAfterItsEnd() {
        Site site = new Site(new Random(7), 100);
        site.minutes(MINUTES_OF_A_DAY, NONE);
        for (int minute = 0; minute < 10; minute++) {
            for (int i = 0; i < 40; i++) {
                site.siege.count(Sign.FAILED, "home-" + site.networks++, TERMS);
            }
            site.time.advance(Duration.ofMinutes(1));
        }
        assertThat(site.siege.on(TERMS)).isTrue();
        site.minutes(GRACE_MINUTES, NONE);
        assertThat(site.siege.on(TERMS)).isFalse();
    }
}
