package io.github.ostiary.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import java.nio.file.Files;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The picture of the README is what the algorithms do today, in this JVM and in Redis. */
class AlgorithmPictureTest {

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "REDIS"})
    void isDrawnAgainAsItIs(Backend backend) throws Exception {
        if (Boolean.getBoolean("pictures")) {
            AlgorithmPicture.main(new String[0]);
        }
        assertThat(AlgorithmPicture.draw(backend))
                .as("if the change is meant, -Dpictures=true draws it")
                .isEqualTo(Files.readString(AlgorithmPicture.FILE))
                .hasSizeLessThan(30_000);
    }

    @Test
    void showsWhatTheTableSays() {
        Map<Algorithm, AlgorithmRun> runs = AlgorithmPicture.runs(Backend.LOCAL).stream()
                .collect(Collectors.toMap(run -> run.limit().algorithm(), run -> run));
        assertThat(most(runs.get(Algorithm.SLIDING_LOG), 10)).isEqualTo(10);
        assertThat(most(runs.get(Algorithm.FIXED_WINDOW), 10)).isBetween(11, 20);
        assertThat(most(runs.get(Algorithm.SLIDING_WINDOW), 10)).isGreaterThan(10);
        assertThat(most(runs.get(Algorithm.SLIDING_WINDOW), 9)).isEqualTo(10);
        assertThat(most(runs.get(Algorithm.TOKEN_BUCKET), 10)).isBetween(11, 25);
        assertThat(most(runs.get(Algorithm.LEAKY_BUCKET), 1)).isEqualTo(1);
        assertThat(runs.values())
                .allSatisfy(
                        run -> assertThat(run.denied()).as("each refuses some").isNotEmpty());
    }

    private static int most(AlgorithmRun run, int seconds) {
        return run.within(run.fullest(seconds * 1_000), seconds * 1_000);
    }
}
