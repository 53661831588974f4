package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which servers have lost their data, and since when the others have not. */
class StoreEpochsTest {

    private interface Epoch {
        String of(String primary) throws StoreException;
    }

    private Epoch epoch = primary -> "first";
    private final StoreEpochs epochs = new StoreEpochs(new Store() {

        @Override
        public String epoch(String primary, long deadlineMicros) throws StoreException {
            return epoch.of(primary);
        }

        @Override
        public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros) {
            throw new UnsupportedOperationException();
        }

        @Override
        public LockBook locks() {
            throw new UnsupportedOperationException();
        }

        @Override
        public SharedState sharedState() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void ping() {}

        @Override
        public void close() {}
    });

    @Test
    void theFirstServerOfAllHasLostNothing() throws StoreException {
        assertThat(epochs.ask("a", 0)).isEqualTo(StoreEpochs.Finding.WHOLE);
        assertThat(epochs.isLost("a", "first")).isFalse();
    }

    @Test
    void aServerHasLostItsDataUntilItHasAllItShouldHave() throws StoreException {
        epochs.whole("a", "first", 10);
        assertThat(epochs.ask("a", 0)).isEqualTo(StoreEpochs.Finding.WHOLE);
        epoch = primary -> "second";
        assertThat(epochs.ask("a", 0)).isEqualTo(StoreEpochs.Finding.LOST);
        assertThat(epochs.isLost("a")).isTrue();
        assertThat(epochs.isLost("b")).isFalse();
        epochs.whole("a", "second", 20);
        assertThat(epochs.ask("a", 0)).isEqualTo(StoreEpochs.Finding.WHOLE);
        assertThat(epochs.isLost("a")).isFalse();
    }

    @Test
    void anUnknownServerIsSuspectUnlessItIsTheFirst() {
        epochs.whole("a", "first", 10);
        assertThat(epochs.isLost("b", "first")).isTrue();
        epochs.whole("b", "first", 20);
        assertThat(epochs.isLost("b", "first")).isFalse();
        epochs.retain(Set.of("a"));
        assertThat(epochs.isLost("b", "first")).as("it had left").isTrue();
        assertThat(epochs.isLost("a", "first")).isFalse();
    }

    @Test
    void theDataOfAnUnknownServerWereWholeWhenAllOthersWere() {
        assertThat(epochs.wholeMicros("a")).isZero();
        epochs.whole("a", "first", 20);
        epochs.whole("b", "first", 10);
        assertThat(epochs.wholeMicros("a")).isEqualTo(20);
        assertThat(epochs.wholeMicros("b")).isEqualTo(10);
        assertThat(epochs.wholeMicros("c")).isEqualTo(10);
    }

    @Test
    void whileOneAsksNoOtherDoes() throws Exception {
        CompletableFuture<Void> asked = new CompletableFuture<>();
        CompletableFuture<String> answer = new CompletableFuture<>();
        epoch = primary -> {
            asked.complete(null);
            return answer.orTimeout(20, TimeUnit.SECONDS).join();
        };
        CompletableFuture<StoreEpochs.Finding> other = CompletableFuture.supplyAsync(this::ask);
        asked.get(20, TimeUnit.SECONDS);
        assertThat(epochs.ask("a", 0)).isEqualTo(StoreEpochs.Finding.ASKED_ALREADY);
        answer.complete("first");
        assertThat(other.get(20, TimeUnit.SECONDS)).isEqualTo(StoreEpochs.Finding.WHOLE);
        assertThat(epochs.ask("a", 0)).as("that is over").isEqualTo(StoreEpochs.Finding.WHOLE);
    }

    @Test
    void whoAsksInVainIsInNoOnesWay() throws Exception {
        epoch = primary -> {
            throw new StoreException("away");
        };
        assertThatThrownBy(() -> epochs.ask("a", 0)).isInstanceOf(StoreException.class);
        epoch = primary -> "first";
        assertThat(CompletableFuture.supplyAsync(this::ask).get(20, TimeUnit.SECONDS))
                .isEqualTo(StoreEpochs.Finding.WHOLE);
    }

    private StoreEpochs.Finding ask() {
        try {
            return epochs.ask("a", 0);
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }
}
