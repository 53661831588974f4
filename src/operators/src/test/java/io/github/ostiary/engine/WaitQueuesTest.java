package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.edge.PendingAdmission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls wait where they are denied, never more than there is room for, and never longer than something ends their wait. */
class WaitQueuesTest extends SteppedGuard {

    private static final String[] RULES = {
        "concurrency.a.path=/a, /ab",
        "concurrency.a.permits=1",
        "concurrency.a.key=ip",
        "concurrency.a.wait=1m",
        "concurrency.b.path=/b, /ab",
        "concurrency.b.permits=1",
        "concurrency.b.key=ip",
        "concurrency.b.wait=1m",
        "limit.slow.path=/slow",
        "limit.slow.algorithm=leaky-bucket",
        "limit.slow.rate=1/3s",
        "limit.slow.wait=20s"
    };

    private int waiting() {
        return books.figures().waiting().now();
    }

    @Test
    void whoeverWaitsForSomethingElseKeepsNobodyFromWhatItWaitedFor() {
        given(RULES);
        PendingAdmission a = enter("/a");
        PendingAdmission b = enter("/b");
        PendingAdmission both = enter("/ab");
        PendingAdmission behind = enter("/a");
        a.end();
        clock.pass(0);
        assertThat(both.isWaiting()).as("for the other now").isTrue();
        assertThat(behind.isWaiting()).isFalse();
        b.end();
        clock.pass(0);
        assertThat(both.isWaiting()).as("for the first again").isTrue();
        behind.end();
        clock.pass(0);
        assertThat(both.decision().allowed()).isTrue();
        assertThat(waiting()).isZero();
    }

    @Test
    void thereIsRoomForSoManyAndNoMore() {
        given(4, RULES);
        List<PendingAdmission> calls = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            enter(get("/a").from("192.0.2." + i));
            calls.add(enter(get("/a").from("192.0.2." + i)));
        }
        assertThat(calls).extracting(PendingAdmission::isWaiting).containsExactly(true, true, true, true, false);
        assertThat(calls.get(4).decision().allowed()).isFalse();
        assertThat(waiting()).isEqualTo(4);
        assertThat(books.figures().waiting().room()).isEqualTo(4);
        calls.get(0).giveUp();
        assertThat(enter(get("/a").from("192.0.2.5")).isWaiting()).isTrue();
    }

    @Test
    void whereThereIsLittleRoomEachCallerHasOnePlace() {
        given(3, RULES);
        enter("/a");
        assertThat(enter("/a").isWaiting()).isTrue();
        assertThat(enter("/a").isWaiting()).isFalse();
    }

    @Test
    void aSlotThatThereIsNoRoomToWaitForIsGivenBack() {
        given(3, RULES);
        enter("/slow");
        assertThat(enter("/slow").isWaiting()).isTrue();
        PendingAdmission third = enter("/slow");
        assertThat(third.isWaiting()).isFalse();
        assertThat(third.decision().rule()).isEqualTo("slow");
        assertThat(third.decision().retryAfter()).contains(Duration.ofSeconds(6));
        assertThat(engine.limiter("slow")
                        .peek(engine.keyFor("slow", get("/slow")))
                        .retryAfter())
                .as("two are taken")
                .contains(Duration.ofSeconds(6));
        assertThat(figures("limit.slow").deniedInAll()).isEqualTo(1);
    }

    @Test
    void withoutATimerNoCallIsHeld() {
        given(RULES);
        enter("/a");
        enter("/slow");
        clock.breakTimers(true);
        assertThatThrownBy(() -> enter("/a")).isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(() -> enter("/slow")).isInstanceOf(OutOfMemoryError.class);
        clock.breakTimers(false);
        assertThat(waiting()).isZero();
        assertThat(engine.limiter("slow")
                        .peek(engine.keyFor("slow", get("/slow")))
                        .retryAfter())
                .as("its slot is given back")
                .contains(Duration.ofSeconds(3));
    }

    @Test
    void theTimesOfThoseWhoHaveWaitedAreMeasured() {
        given(RULES);
        PendingAdmission first = enter("/a");
        enter("/a");
        clock.pass(7 * SECOND);
        first.end();
        clock.pass(0);
        assertThat(books.figures().waiting().times().sum()).isEqualTo(7);
        assertThat(books.figures().waiting().times().count()).isEqualTo(1);
    }

    /** A quarter of all places is one caller's at most. */
    @Test
    void oneCallerLeavesPlacesForOthers() {
        given(
                8,
                "concurrency.one.path=/one",
                "concurrency.one.key=ip",
                "concurrency.one.permits=1",
                "concurrency.one.wait=1m");
        List<PendingAdmission> greedy = enter("1.1.1.1", 20);
        assertThat(greedy).filteredOn(PendingAdmission::isWaiting).hasSize(2);
        List<PendingAdmission> other = enter("2.2.2.2", 2);
        assertThat(other.get(0).decision().allowed()).isTrue();
        assertThat(other.get(1).isWaiting()).as("a second key finds a place").isTrue();
        greedy.get(1).giveUp();
        assertThat(enter("1.1.1.1", 1).get(0).isWaiting())
                .as("whoever gives up makes room")
                .isTrue();
    }

    private List<PendingAdmission> enter(String address, int times) {
        List<PendingAdmission> all = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            all.add(enter(get("/one").from(address)));
        }
        return all;
    }
}
