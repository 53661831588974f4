package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lease;
import io.github.ostiary.Semaphores;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.TestCall;
import io.github.ostiary.testing.Together;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request's permit lasts as long as the request. */
@Tag("slow")
@Together
class RequestPermitTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Key BOB = Key.principal("bob");

    /** In ns; all but two seconds of a lease may be lost to a slow machine. */
    private static final long LONGER_THAN_A_LEASE = 3_500_000_000L;

    private static final String ONE = "concurrency.job.permits=1";

    private static Semaphores job(Guard guard) {
        return guard.semaphores("job");
    }

    /** Whoever waits for a slot holds a permit already: as long as it waits, and not a moment longer. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void aRequestThatWaitsForItsSlotKeepsItsPermit(int onRedis) {
        try (Nodes nodes = Nodes.of(
                onRedis,
                ONE,
                "concurrency.job.path=/*",
                "concurrency.job.lease=3s",
                "limit.slow.path=/*",
                "limit.slow.rate=1/8s",
                "limit.slow.algorithm=token-bucket",
                "limit.slow.wait=20s")) {
            CallContext call = new TestCall("GET", "/").as("bob");
            Entering.of(nodes.node(0)).enter(call, Position.FIRST).end();
            PendingAdmission waiting = Entering.of(nodes.node(0)).enter(call, Position.FIRST);
            assertThat(waiting.isWaiting()).isTrue();
            long end = System.nanoTime() + LONGER_THAN_A_LEASE;
            Await.until(
                    () -> {
                        assertThat(job(nodes.node(0)).tryEnter(BOB).granted()).isFalse();
                        return System.nanoTime() > end;
                    },
                    BOUND);
            waiting.giveUp();
            Lease free = job(nodes.node(0)).tryEnter(BOB);
            assertThat(free.granted()).isTrue();
            free.close();
            assertThat(job(nodes.node(0)).tryEnter(BOB).granted()).isTrue();
        }
    }

    /** A request that runs longer than the lease keeps its permit; when it ends, the permit is free. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void aRequestKeepsItsPermitHoweverLongItTakes(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, ONE, "concurrency.job.path=/*", "concurrency.job.lease=3s")) {
            CallContext call = new TestCall("GET", "/").as("bob");
            PendingAdmission admission = Entering.of(nodes.node(0)).enter(call, Position.FIRST);
            System.gc();
            long end = System.nanoTime() + LONGER_THAN_A_LEASE;
            Await.until(
                    () -> {
                        assertThat(job(nodes.node(0)).tryEnter(BOB).granted()).isFalse();
                        return System.nanoTime() > end;
                    },
                    BOUND);
            admission.end();
            assertThat(job(nodes.node(0)).tryEnter(BOB).granted()).isTrue();
        }
    }

    /** Whose owner has forgotten it, nobody can end: it is not renewed for ever. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void aPermitThatNobodyCanGiveBackEndsWithItsLease(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, ONE, "concurrency.job.path=/*", "concurrency.job.lease=3s")) {
            enterAndForget(nodes.node(0));
            System.gc();
            Await.until(() -> job(nodes.node(0)).tryEnter(BOB).granted(), BOUND);
        }
    }

    private static void enterAndForget(Guard guard) {
        PendingAdmission admission = Entering.of(guard).enter(new TestCall("GET", "/").as("bob"), Position.FIRST);
        assertThat(admission.decision().allowed()).isTrue();
        assertThat(job(guard).tryEnter(BOB).granted()).isFalse();
        Reference.reachabilityFence(admission);
    }

    /** What a bean borrowed when its caller's verifier failed on it is the request's again. */
    @Test
    void whatFailsBehindLeavesThePermitToItsRequest() {
        try (Nodes nodes = Nodes.of(
                0,
                ONE,
                "concurrency.job.path=/*",
                "concurrency.job.key=principal",
                "lockout.job.key=principal",
                "lockout.job.failure=api",
                "lockout.job.steps=1/1h challenge",
                "lockout.job.challenge.verifier=" + Failing.class.getName())) {
            Guard guard = nodes.node(0);
            guard.lockouts("job").begin(BOB).failed();
            PendingAdmission request = Entering.of(guard).enter(new TestCall("GET", "/").as("bob"), Position.FIRST);
            CallContext behind =
                    new TestCall("GET", "/").as("bob").attribute(PendingAdmission.ADMISSIONS, List.of(request));
            assertThat(Entering.of(guard)
                            .enter(List.of("job"), behind)
                            .decision()
                            .reason())
                    .isEqualTo(Reason.CHALLENGE_REQUIRED);
            request.end();
            assertThat(job(guard).tryEnter(BOB).granted()).isTrue();
        }
    }

    /** Fails as bad code does. */
    public static class Failing implements ChallengeVerifier {

        @Override
        public boolean isAnswered(CallContext call) {
            throw new StackOverflowError("as asked");
        }

        @Override
        public boolean verify(CallContext call) {
            return false;
        }
    }
}
