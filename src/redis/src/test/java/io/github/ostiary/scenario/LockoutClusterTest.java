package io.github.ostiary.scenario;

import static io.github.ostiary.scenario.LockoutsTogetherTest.answered;
import static io.github.ostiary.scenario.LockoutsTogetherTest.login;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.Nodes;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A name and an address that live on different servers of a cluster: reserved together all the same. */
@Tag("slow")
class LockoutClusterTest extends ClusterCase {

    private static final String[] RULES = {
        "lockout.user.path=/login",
        "lockout.user.key=param:user",
        "lockout.user.failure=status:401",
        "lockout.user.success=status:200",
        "lockout.user.steps=3/1h lock 15m",
        "lockout.net.path=/login",
        "lockout.net.key=ip",
        "lockout.net.failure=status:401",
        "lockout.net.success=status:200",
        "lockout.net.steps=5/1h lock 15m"
    };

    private final AtomicInteger evaluated = new AtomicInteger();

    private Decision signIn(Guard guard, CallContext call, int status) throws InterruptedException {
        PendingAdmission admission = Entering.of(guard).enter(call, Position.FIRST);
        admission.await();
        if (admission.decision().allowed()) {
            evaluated.incrementAndGet();
            admission.end(answered(status, call));
        }
        return admission.decision();
    }

    private static void assertNothingInFlight(Guard guard, CallContext call) {
        for (String rule : List.of("user", "net")) {
            assertThat(guard.lockouts(rule).state(guard.keyFor(rule, call)).inFlight())
                    .as(rule)
                    .isZero();
        }
    }

    @Test
    void fiftyWrongPasswordsAndThreeAreLookedAt() throws Exception {
        try (Nodes nodes = Nodes.redis(2, cluster.uri(), RULES)) {
            CallContext bob = login("bob", "6.6.6.6");
            List<Decision> told = Crowd.of(50, i -> () -> signIn(nodes.node(i), bob, 401));
            assertThat(evaluated).hasValue(3);
            assertThat(told).noneMatch(Decision::degraded);
            assertThat(told.stream().filter(decision -> !decision.allowed()))
                    .allMatch(decision -> decision.reason() == Reason.LOCKED);
            assertNothingInFlight(nodes.node(0), bob);
        }
    }

    @Test
    void manyNamesFromOneAddressAreHeldByTheAddress() throws Exception {
        try (Nodes nodes = Nodes.redis(2, cluster.uri(), RULES)) {
            List<Decision> told = Crowd.of(50, i -> () -> signIn(nodes.node(i), login("user" + i, "6.6.6.6"), 401));
            assertThat(evaluated).hasValue(5);
            assertThat(told.stream().filter(decision -> !decision.allowed()))
                    .allMatch(decision -> decision.rule().equals("net"));
            for (int i = 0; i < 50; i++) {
                assertNothingInFlight(nodes.node(0), login("user" + i, "6.6.6.6"));
            }
        }
    }

    @Test
    void twentyCorrectPasswordsAndNoneIsDenied() throws Exception {
        try (Nodes nodes = Nodes.redis(2, cluster.uri(), RULES)) {
            CallContext bob = login("bob", "6.6.6.6");
            assertThat(Crowd.of(20, i -> () -> signIn(nodes.node(i), bob, 200))).allMatch(Decision::allowed);
            assertNothingInFlight(nodes.node(0), bob);
        }
    }
}
