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

/** What the contract of all boards does not say of this one: the microsecond at which texts end, and its lock. */
class LocalSharedStateTest {

    private static final Topic FEW = new Topic("few", 3);

    private final ManualTimeSource time = new ManualTimeSource();
    private final LocalSharedState board = new LocalSharedState(time);

    @Test
    void aLineEndsInItsTime() {
        board.append(FEW, List.of("short"), 1_000);
        time.advance(Duration.ofNanos(999_000));
        assertThat(board.lines(FEW, 10)).extracting(Line::text).containsExactly("short");
        time.advance(Duration.ofNanos(1_000));
        assertThat(board.lines(FEW, 10)).isEmpty();
    }

    @Test
    void theOldestLinesGiveWay() {
        board.append(FEW, List.of("a", "b"), 1_000);
        board.append(FEW, List.of("c"), 1_000);
        assertThat(board.lines(FEW, 10)).extracting(Line::text).containsExactly("c", "b", "a");
        board.append(FEW, List.of("d"), 1_000);
        assertThat(board.lines(FEW, 10)).extracting(Line::text).containsExactly("d", "c", "b");
        assertThat(board.lines(FEW, 2)).extracting(Line::text).containsExactly("d", "c");
        time.advance(Duration.ofNanos(1_000_000));
        board.append(FEW, List.of(), 1_000);
        assertThat(board.lines(FEW, 10)).isEmpty();
    }

    @Test
    void aNoticeEndsInItsTime() throws StoreException {
        board.put(FEW, List.of(new Entry("a", "text", 1_000)));
        time.advance(Duration.ofNanos(999_000));
        assertThat(board.get(FEW, "a")).hasValue(new Entry("a", "text", 1));
        time.advance(Duration.ofNanos(1_000));
        assertThat(board.get(FEW, "a")).isEmpty();
        assertThat(board.remove(FEW, "a")).isFalse();
    }

    @Test
    void noCallKeepsOthersOut() {
        List<Runnable> calls = List.of(
                () -> board.put(FEW, List.of(new Entry("a", "text", 1_000)), Lines.NONE),
                () -> assertThat(board.get(FEW, "a")).isPresent(),
                () -> assertThat(board.notices(FEW, 10)).hasSize(1),
                () -> assertThat(board.version(FEW)).isNotEmpty(),
                () -> assertThat(board.remove(FEW, "a")).isTrue(),
                () -> board.append(FEW, List.of("line"), 1_000),
                () -> assertThat(board.lines(FEW, 10)).hasSize(1));
        for (Runnable call : calls) {
            call.run();
            assertTimeoutPreemptively(Duration.ofSeconds(20), () -> board.version(FEW));
        }
    }
}
