package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lease;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.TestCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A call waits until others leave or its slot comes, and then it is one that holds something or one that does not. */
@Tag("slow")
class WaitingCallTest {

    private final Guard guard = GuardBuilder.create()
            .property("concurrency.one.path", "/one")
            .property("concurrency.one.permits", "1")
            .property("concurrency.one.wait", "1m")
            .property("limit.slow.path", "/slow")
            .property("limit.slow.algorithm", "leaky-bucket")
            .property("limit.slow.rate", "1/3s")
            .property("limit.slow.wait", "1m")
            .property("concurrency.short.path", "/slow")
            .property("concurrency.short.permits", "1")
            .property("concurrency.short.lease", "1s")
            .build();

    @AfterEach
    void close() {
        guard.close();
    }

    private Admission enter(String path) {
        return Entrance.of(guard).enter(new TestCall("GET", path), Position.FIRST);
    }

    private Key key(String rule) {
        return guard.keyFor(rule, new TestCall("GET", "/slow"));
    }

    @Test
    void itIsLetInWhenAnotherLeaves() throws InterruptedException {
        Admission first = enter("/one");
        Admission second = enter("/one");
        CountDownLatch ready = new CountDownLatch(1);
        second.whenReady(ready::countDown);
        assertThat(second).isInstanceOf(WaitingCall.class);
        assertThat(second.isWaiting()).isTrue();
        assertThat(second.decision().reason()).isEqualTo(Reason.CONCURRENCY_LIMITED);
        first.end();
        assertThat(ready.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(second.decision().allowed()).isTrue();
        assertThat(second.holdsAnything()).isTrue();
        second.end();
        assertThat(enter("/one")).isInstanceOf(HoldingCall.class);
    }

    @Test
    void whoeverGivesUpHoldsNothingAndIsInNobodysWay() {
        Admission first = enter("/one");
        Admission second = enter("/one");
        second.giveUp();
        second.giveUp();
        assertThat(second.isWaiting()).isFalse();
        assertThat(second.decision().allowed()).isFalse();
        assertThat(second.holdsAnything()).isFalse();
        first.end();
        second.end();
        assertThat(enter("/one").decision().allowed()).isTrue();
    }

    @Test
    void whoeverGivesUpASlotGivesAllBackThatWasGranted() {
        enter("/slow").end();
        Admission second = enter("/slow");
        assertThat(second.isWaiting()).isTrue();
        second.giveUp();
        assertThat(second.decision().reason()).isEqualTo(Reason.BUSY);
        try (Lease lease = guard.semaphores("short").tryEnter(key("short"))) {
            assertThat(lease.granted()).isTrue();
        }
        assertThat(guard.limiter("slow").peek(key("slow")).retryAfter())
                .hasValueSatisfying(wait -> assertThat(wait.toSeconds()).isLessThan(3));
    }

    @Test
    void itsLeaseIsRenewedWhileItsSlotIsAhead() throws InterruptedException {
        enter("/slow").end();
        Admission second = enter("/slow");
        assertThat(second.isWaiting()).isTrue();
        CountDownLatch never = new CountDownLatch(1);
        assertThat(never.await(2, TimeUnit.SECONDS)).isFalse();
        assertThat(second.isWaiting()).isTrue();
        assertThat(guard.semaphores("short").tryEnter(key("short")).granted()).isFalse();
        second.await();
        assertThat(second.decision().allowed()).isTrue();
        second.end();
    }

    /** A quarter of all places is one caller's at most. */
    @Test
    void oneCallerLeavesPlacesForOthers() {
        try (Guard narrow = GuardBuilder.create()
                .property("maxWaiting", "8")
                .property("concurrency.one.path", "/one")
                .property("concurrency.one.key", "ip")
                .property("concurrency.one.permits", "1")
                .property("concurrency.one.wait", "1m")
                .build()) {
            List<Admission> greedy = enter(narrow, "1.1.1.1", 20);
            assertThat(greedy).filteredOn(Admission::isWaiting).hasSize(2);
            List<Admission> other = enter(narrow, "2.2.2.2", 2);
            assertThat(other.get(0).decision().allowed()).isTrue();
            assertThat(other.get(1).isWaiting())
                    .as("a second key finds a place")
                    .isTrue();
            greedy.get(1).giveUp();
            assertThat(enter(narrow, "1.1.1.1", 1).get(0).isWaiting())
                    .as("whoever gives up makes room")
                    .isTrue();
        }
    }

    private static List<Admission> enter(Guard guard, String address, int times) {
        List<Admission> all = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            all.add(Entrance.of(guard).enter(new TestCall("GET", "/one").from(address), Position.FIRST));
        }
        return all;
    }
}
