package io.github.ostiary;

import io.github.ostiary.redis.LuaLockouts;
import io.github.ostiary.testing.PureLockouts;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
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

    @ParameterizedTest
    @MethodSource("ids")
    void theScriptDecidesAsTheVectorSays(String id) {
        ManualTimeSource time = new ManualTimeSource();
        try (LuaLockouts lua = new LuaLockouts(time)) {
            LockoutVectors.run(id, lua, time);
        }
    }
}
