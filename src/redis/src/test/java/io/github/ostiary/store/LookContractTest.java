package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.Limits;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Who only looks is let in like any other, and leaves everything as it was, by every algorithm, in every store. */
class LookContractTest {

    private final ManualTimeSource time = new ManualTimeSource();

    {
        time.set(1_700_000_000_000_000L);
    }

    static Stream<Arguments> stores() {
        return Stream.of(Backend.LOCAL, Backend.REDIS)
                .flatMap(backend -> Stream.of(Algorithm.values()).map(algorithm -> Arguments.of(backend, algorithm)));
    }

    private Store store(Backend backend) {
        return backend.store(time, UUID.randomUUID().toString());
    }

    private static Charge of(Limit limit, String who) {
        return new Charge(limit, who, 1);
    }

    /** Beside each store one that never hears of looks: it says the same of all that is asked. */
    @ParameterizedTest
    @MethodSource("stores")
    void itChangesNothing(Backend backend, Algorithm algorithm) throws StoreException {
        Limit limit = Limits.of(algorithm, "5/10s");
        Random random = new Random(41);
        int granted = 0;
        int denied = 0;
        try (Store looking = store(backend);
                Store blind = store(backend)) {
            for (int i = 0; i < 400; i++) {
                List<Charge> own = List.of(of(limit, "bob"));
                switch (random.nextInt(5)) {
                    case 0 -> assertThat(Asked.ask(looking, Operation.CHARGE, own))
                            .isEqualTo(Asked.ask(blind, Operation.CHARGE, own));
                    case 1 -> time.advance(Duration.ofMillis(random.nextInt(6_000)));
                    case 2 -> assertThat(Asked.decide(looking, own)).isEqualTo(Asked.decide(blind, own));
                    default -> {
                        Verdict said = Asked.decide(looking, List.of(own.get(0).looking()))
                                .get(0);
                        assertThat(said).isEqualTo(Asked.peek(blind, own).get(0));
                        granted += said.passed() ? 1 : 0;
                        denied += said.passed() ? 0 : 1;
                    }
                }
                assertThat(Asked.peek(looking, own)).as("step %d", i).isEqualTo(Asked.peek(blind, own));
            }
        }
        assertThat(granted).isGreaterThan(10);
        assertThat(denied).isGreaterThan(10);
    }

    /** Together with what takes something: all pass, or nothing is taken. */
    @ParameterizedTest
    @MethodSource("stores")
    void itIsDecidedWithTheOthers(Backend backend, Algorithm algorithm) throws StoreException {
        Limit limit = Limits.of(algorithm, "3/1h");
        Limit other = Limits.named(limit, "other");
        try (Store store = store(backend)) {
            List<Charge> both = List.of(of(limit, "bob").looking(), of(other, "bob"));
            Asked.decide(store, both);
            assertThat(Asked.peek(store, both)).extracting(Verdict::remaining).containsExactly(3L, 2L);
            Asked.ask(store, Operation.CHARGE, List.of(new Charge(limit, "bob", 5)));
            assertThat(Asked.decide(store, both)).extracting(Verdict::passed).containsExactly(false, true);
            assertThat(Asked.peek(store, both)).extracting(Verdict::remaining).containsExactly(0L, 2L);
            assertThat(Asked.decide(store, List.of(of(limit, "eve").looking()))).allMatch(Verdict::passed);
        }
    }
}
