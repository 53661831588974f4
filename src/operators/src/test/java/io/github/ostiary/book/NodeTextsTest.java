package io.github.ostiary.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.book.NodeTexts.NodeText;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What nodes say and hear by their texts. */
class NodeTextsTest {

    private final ManualTimeSource time = new ManualTimeSource();
    private final SharedState state = new LocalStore(1_000, time).sharedState();
    private final NodeTexts here = new NodeTexts("counts", state);
    private final NodeTexts there = new NodeTexts("counts", state);
    private final AtomicInteger written = new AtomicInteger();

    private List<NodeText> text(String name, long changes) {
        return List.of(new NodeText(name, changes, () -> "text " + written.incrementAndGet()));
    }

    @Test
    void eachHearsWhatTheOthersSay() throws StoreException {
        here.say(text("main", 1));
        assertThat(here.others()).isEmpty();
        assertThat(there.others()).isEqualTo(Map.of("main", List.of("text 1")));
        assertThat(new NodeTexts("others", state).others()).isEmpty();
    }

    @Test
    void onlyWhatHasChangedIsSaid() throws StoreException {
        here.say(text("main", 0));
        assertThat(written).hasValue(0);
        here.say(text("main", 1));
        here.say(text("main", 1));
        here.say(text("main", 2));
        assertThat(there.others()).isEqualTo(Map.of("main", List.of("text 2")));
    }

    @Test
    void aLongNameIsCutAsItIsLookedFor() throws StoreException {
        String name = "x".repeat(100);
        here.say(text(name, 1));
        assertThat(there.others()).containsOnlyKeys(NodeTexts.cut(name));
    }

    @Test
    void aTextOutlivesItsNodeByADay() throws StoreException {
        here.say(text("main", 1));
        time.advance(Duration.ofHours(24));
        assertThat(there.others()).isNotEmpty();
        time.advance(Duration.ofHours(2));
        assertThat(there.others()).isEmpty();
    }
}
