package io.github.ostiary;

import io.github.ostiary.testing.PureLockouts;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What peers' own code decided, on the state machine alone. */
class LockoutVectorsTest {

    static Stream<String> ids() {
        return LockoutVectors.ids();
    }

    @ParameterizedTest
    @MethodSource("ids")
    void decidesAsTheVectorSays(String id) {
        ManualTimeSource time = new ManualTimeSource();
        LockoutVectors.run(id, new PureLockouts(time), time);
    }
}
