package io.github.ostiary;

import io.github.ostiary.engine.TierLockouts;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.PureLockouts;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What peers' own code decided. */
class LockoutVectorsTest {

    static Stream<String> ids() {
        return LockoutVectors.ids();
    }

    @ParameterizedTest
    @MethodSource("ids")
    void theStateMachineDecidesAsTheVectorSays(String id) {
        ManualTimeSource time = new ManualTimeSource();
        LockoutVectors.run(id, new PureLockouts(time), time);
    }

    static Stream<Arguments> idsAndBackends() {
        return ids().flatMap(id -> Stream.of(Backend.values()).map(backend -> Arguments.of(id, backend)));
    }

    @ParameterizedTest
    @MethodSource("idsAndBackends")
    void everyBackendDecidesAsTheVectorSays(String id, Backend backend) {
        ManualTimeSource time = new ManualTimeSource();
        try (TierLockouts lockouts = new TierLockouts(backend, time)) {
            LockoutVectors.run(id, lockouts, time);
        }
    }
}
