package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Line;
import io.github.ostiary.store.SharedState.Lines;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.StoreException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the contract of shared states does not say of this one: the microsecond at which texts end, and its lock. */
class LocalSharedStateTest {

    private static final Topic FEW = new Topic("few", 3);

    private final ManualTimeSource time = new ManualTimeSource();
    private final LocalSharedState sharedState = new LocalSharedState(time);

    @Test
    void aLineEndsInItsTime() {
        sharedState.append(FEW, List.of("short"), 1_000);
        time.advance(Duration.ofNanos(999_000));
        assertThat(sharedState.lines(FEW, 10)).extracting(Line::text).containsExactly("short");
        time.advance(Duration.ofNanos(1_000));
        assertThat(sharedState.lines(FEW, 10)).isEmpty();
    }

    @Test
    void theOldestLinesGiveWay() {
        sharedState.append(FEW, List.of("a", "b"), 1_000);
        sharedState.append(FEW, List.of("c"), 1_000);
        assertThat(sharedState.lines(FEW, 10)).extracting(Line::text).containsExactly("c", "b", "a");
        sharedState.append(FEW, List.of("d"), 1_000);
        assertThat(sharedState.lines(FEW, 10)).extracting(Line::text).containsExactly("d", "c", "b");
        assertThat(sharedState.lines(FEW, 2)).extracting(Line::text).containsExactly("d", "c");
        time.advance(Duration.ofNanos(1_000_000));
        sharedState.append(FEW, List.of(), 1_000);
        assertThat(sharedState.lines(FEW, 10)).isEmpty();
    }

    @Test
    void aNoticeEndsInItsTime() throws StoreException {
        sharedState.put(FEW, List.of(new Entry("a", "text", 1_000)));
        time.advance(Duration.ofNanos(999_000));
        assertThat(sharedState.get(FEW, "a")).hasValue(new Entry("a", "text", 1));
        time.advance(Duration.ofNanos(1_000));
        assertThat(sharedState.get(FEW, "a")).isEmpty();
        assertThat(sharedState.remove(FEW, "a")).isFalse();
    }

    @Test
    void noCallKeepsOthersOut() {
        List<Runnable> calls = List.of(
                () -> sharedState.put(FEW, List.of(new Entry("a", "text", 1_000)), Lines.NONE),
                () -> assertThat(sharedState.get(FEW, "a")).isPresent(),
                () -> assertThat(sharedState.entries(FEW, 10)).hasSize(1),
                () -> assertThat(sharedState.version(FEW)).isNotEmpty(),
                () -> assertThat(sharedState.remove(FEW, "a")).isTrue(),
                () -> sharedState.append(FEW, List.of("line"), 1_000),
                () -> assertThat(sharedState.lines(FEW, 10)).hasSize(1));
        for (Runnable call : calls) {
            call.run();
            assertTimeoutPreemptively(Duration.ofSeconds(20), () -> sharedState.version(FEW));
        }
    }
}
