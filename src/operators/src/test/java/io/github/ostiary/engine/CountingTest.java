package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each call counts once at each rule it passes, or at the one that its caller is denied by. */
class CountingTest extends SteppedGuard {

    @Test
    void aRuleOfSeveralLimitsCountsOnceAndAShadowCountsWhatItWouldDeny() {
        given(
                "limit.a.path=/x",
                "limit.a.rate=1/1h, 9/1d",
                "limit.a.enforce=false",
                "limit.b.path=/x",
                "limit.b.rate=8/1h, 9/1d",
                "limit.c.path=/x",
                "limit.c.rate=9/1h, 1/1d",
                "limit.c.enforce=false");
        assertThat(enter("/x").decision().shadowed()).isFalse();
        assertThat(enter("/x").decision().shadowed()).isTrue();
        for (String shadow : new String[] {"limit.a", "limit.c"}) {
            assertThat(figures(shadow).allowed()).as(shadow).isEqualTo(1);
            assertThat(figures(shadow).shadowed()).as(shadow).isEqualTo(1);
        }
        assertThat(figures("limit.b").allowed()).isEqualTo(2);
        assertThat(figures("limit.b").shadowed()).isZero();
        assertThat(trial.seen()).hasSize(2).allSatisfy(seen -> assertThat(seen.denied())
                .isEqualTo(1));
    }

    @Test
    void ofRulesThatHaveOneNameItCountsAtTheOneThatDenies() {
        given(
                "limit.x.path=/x",
                "limit.x.rate=2/1h",
                "concurrency.x.path=/x",
                "concurrency.x.permits=1",
                "limit.y.path=/x",
                "limit.y.rate=9/1h");
        Admission first = enter("/x");
        assertThat(enter("/x").decision().reason()).isEqualTo(Reason.CONCURRENCY_LIMITED);
        assertThat(figures("concurrency.x").denied()).isEqualTo(Map.of(Reason.CONCURRENCY_LIMITED, 1L));
        assertThat(figures("limit.x").denied()).isEmpty();
        first.end();
        enter("/x").end();
        assertThat(enter("/x").decision().reason()).isEqualTo(Reason.RATE_LIMITED);
        assertThat(figures("limit.x").denied()).isEqualTo(Map.of(Reason.RATE_LIMITED, 1L));
        assertThat(figures("limit.y").denied()).isEmpty();
        Await.until(() -> heard.size() == 2, Duration.ofSeconds(10));
        assertThat(heard).allSatisfy(event -> assertThat(event.kind()).isEqualTo(Kind.LIMITED));
    }

    @Test
    void failuresOfAllKeysTellThatThereIsASiege() {
        given(
                "lockout.login.path=/login",
                "lockout.login.key=param:u",
                "lockout.login.steps=9/1h lock 15m",
                "lockout.login.failure=status:401",
                "lockout.login.success=status:204",
                "lockout.login.exempt=recent-success 30d",
                "lockout.login.siege.begin=20/30m",
                "lockout.login.siege.limit=strangers",
                "limit.strangers.rate=2/1m",
                "limit.strangers.key=global");
        for (int i = 0; i < 40; i++) {
            assertThat(attempt("member-" + i, 204)).isTrue();
        }
        int failures = 0;
        while (failures < 50 && attempt("stranger-" + failures, 401)) {
            failures++;
        }
        assertThat(failures).as("twenty, and two whom the limit lets in").isEqualTo(22);
        assertThat(attempt("member-1", 204)).as("who is known").isTrue();
        assertThat(figures("lockout.login").lockout().orElseThrow().attempts().failed())
                .isEqualTo(22);
    }

    private boolean attempt(String user, int status) {
        TestCall call = login(user).from("192.0.2." + Math.floorMod(user.hashCode(), 251));
        Admission attempt = enter(call);
        attempt.end(answered(status, call));
        return attempt.decision().allowed();
    }

    @Test
    void whatIsDeniedCountsAmongAttemptsWhereItsRuleSaysSo() {
        given(
                "limit.hits.path=/x",
                "limit.hits.rate=5/1h",
                "limit.hits.countDenied=true",
                "concurrency.one.path=/x",
                "concurrency.one.permits=1");
        enter("/x");
        enter("/x");
        assertThat(engine.limiter("hits").peek(engine.keyFor("hits", get("/x"))).remaining())
                .hasValue(3);
    }
}
