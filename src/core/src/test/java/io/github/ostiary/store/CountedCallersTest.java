package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.identity.KeyNames;
import io.github.ostiary.testing.Limits;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A caller has one counter, whether it is known by its key or by its name. */
class CountedCallersTest {

    private static final Limit LIMIT = Limits.of(io.github.ostiary.Algorithm.SLIDING_LOG, "10/1m");

    private final Function<Key, Object> here = Key::counted;
    private final Function<Key, Object> everywhere = KeyNames.open()::name;

    private static Charge charge(Function<Key, Object> names, Key key) {
        return new Charge(LIMIT, names.apply(key), 1, 0);
    }

    @Test
    void twoKeysNameOneCounterIfAndOnlyIfTheyHaveOneName() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            Key one = key(random);
            Key other = random.nextBoolean()
                    ? key(random)
                    : Key.ofCanonical(one.canonical()).orElseThrow();
            boolean same = everywhere.apply(one).equals(everywhere.apply(other));
            assertThat(charge(here, one).equals(charge(here, other)))
                    .as("%s, %s", one.canonical(), other.canonical())
                    .isEqualTo(same);
            assertThat(charge(everywhere, one).equals(charge(everywhere, other)))
                    .isEqualTo(same);
            if (same) {
                assertThat(charge(here, one)).hasSameHashCodeAs(charge(here, other));
                assertThat(charge(everywhere, one)).hasSameHashCodeAs(charge(everywhere, other));
            }
        }
    }

    private static Key key(Random random) {
        Key first = Key.part(List.of("ip", "key").get(random.nextInt(2)), value(random));
        return random.nextBoolean() ? first : first.and(Key.part("key", value(random)));
    }

    private static String value(Random random) {
        return random.nextInt(3)
                + List.of("", "@", "x".repeat(60), "ä".repeat(300)).get(random.nextInt(4));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bob",
                "bob@example.org",
                "a caller who is known by a name that is a little longer than sixty characters"
            })
    void theNameIsWhatOtherNodesCallTheCaller(String id) {
        assertThat(charge(here, Key.of(id)).identity()).isEqualTo(everywhere.apply(Key.of(id)));
        assertThat(CounterId.nameOf(here.apply(Key.of(id)))).isEqualTo(everywhere.apply(Key.of(id)));
    }

    /** What a counter keeps of its caller is bounded. */
    @Test
    void aLongKeyIsKnownByItsName() {
        assertThat(charge(here, Key.of("x".repeat(61))).caller).isInstanceOf(Key.class);
        assertThat(charge(here, Key.of("x".repeat(62))).caller).isInstanceOf(String.class);
        assertThat(charge(here, Key.of("x".repeat(30)).and(Key.of("x".repeat(30)))).caller)
                .isInstanceOf(String.class);
    }

    @Test
    void aChargeOfTheSameCounterNeedNotAskForAsMuch() {
        Charge one = charge(here, Key.of("bob"));
        assertThat(one.of(2)).isEqualTo(one).hasSameHashCodeAs(one);
        assertThat(one.asksLike(one.of(1))).isTrue();
        assertThat(one.asksLike(one.of(2))).isFalse();
        assertThat(one.asksLike(new Charge(Limits.with(LIMIT, 0, true, false), one.caller, 1, 0)))
                .isFalse();
        assertThat(one.asksLike(charge(here, Key.of("eve")))).isFalse();
    }
}
