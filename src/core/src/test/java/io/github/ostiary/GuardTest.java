package io.github.ostiary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.GuardFixture;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A guard as an application configures it, on the local store: which rules match, and what comes first. */
class GuardTest extends GuardFixture {
    @Test
    void oneLineIsEnoughInPlainJava() {
        guard = GuardBuilder.create().limit("reply", "5/1m").timeSource(time).build();
        for (int i = 0; i < 5; i++) {
            assertThat(guard.limiter("reply").tryAcquire(Key.of("user:110")).allowed())
                    .isTrue();
        }
        Decision sixth = guard.limiter("reply").tryAcquire(Key.of("user:110"));
        assertThat(sixth.allowed()).isFalse();
        assertThat(sixth.reason()).isEqualTo(Reason.RATE_LIMITED);
        assertThat(sixth.rule()).isEqualTo("reply");
        assertThat(sixth.limit()).hasValue(5);
        assertThat(sixth.remaining()).hasValue(0);
        assertThat(sixth.retryAfter()).contains(Duration.ofMinutes(1));
        time.advance(Duration.ofMinutes(1));
        assertThat(guard.limiter("reply").tryAcquire(Key.of("user:110")).allowed())
                .isTrue();
    }

    @Test
    void allMatchingRulesApplyTogether() {
        given(
                "limit.all.rate=3/1m",
                "limit.all.path=/*",
                "limit.all.key=ip",
                "limit.login.rate=2/1m",
                "limit.login.path=/login",
                "limit.login.methods=POST",
                "limit.login.key=ip");
        TestCall login = new TestCall("POST", "/login");
        assertThat(hit(login).quotas()).extracting(Quota::policy).containsExactly("login", "all");
        assertThat(hit(login).allowed()).isTrue();
        assertThat(hit(login).rule()).isEqualTo("login");
        assertThat(hit(get("/login")).remaining())
                .as("refused attempts spent nothing of 'all'")
                .hasValue(0);
        assertThat(hit(get("/login")).rule()).isEqualTo("all");
    }

    @Test
    void deniedTellsTheLongestWaitAndNeverBeatsAnyTime() {
        given("limit.b.rate=1/10s, 2/1h", "limit.b.path=/*", "limit.b.key=ip");
        hit(get("/"));
        assertThat(hit(get("/")).retryAfter()).contains(Duration.ofSeconds(10));
        time.advance(Duration.ofSeconds(10));
        hit(get("/"));
        Decision both = hit(get("/"));
        assertThat(both.retryAfter()).contains(Duration.ofSeconds(3_590));
        assertThat(both.quotas().get(0).policy()).isEqualTo("b-1h");
        Decision never = guard.limiter("b").tryAcquire(Key.ip("9.9.9.9"), 2);
        assertThat(never.permanent()).isTrue();
        assertThat(never.retryAfter()).isEmpty();
    }

    @Test
    void whatStrangersShareTiesAFreelyChosenKeyToNobody() {
        assertThatThrownBy(() -> given("limit.s.rate=5/1m", "limit.s.key=global + header:X-Api-Key"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("limit.s.perIp: callers choose");
        given("limit.s.rate=5/1m", "limit.s.key=ip + header:X-Api-Key");
    }

    @Test
    void blockComesBeforeAllowAndAllowWaivesLimits() {
        given(
                "limit.a.rate=1/1m",
                "limit.a.path=/*",
                "limit.a.key=ip",
                "allow.office.ip=10.0.0.0/8",
                "block.bot.when=header:User-Agent=BadBot/1.0",
                "block.net.ip=192.0.2.0/24",
                "block.net.status=404");
        TestCall office = get("/").from("10.1.2.3");
        for (int i = 0; i < 5; i++) {
            assertThat(hit(office).allowed()).isTrue();
        }
        Decision bot = hit(get("/").from("10.1.2.3").header("User-Agent", "BadBot/1.0"));
        assertThat(bot.reason()).isEqualTo(Reason.BLOCKED);
        assertThat(bot.rule()).isEqualTo("bot");
        assertThat(bot.retryAfter()).isEmpty();
        assertThat(hit(get("/").from("192.0.2.77")).rule()).isEqualTo("net");
        assertThat(hit(get("/").from("::ffff:192.0.2.77")).rule()).isEqualTo("net");
    }

    @Test
    void shadowRulesDecideCountAndReportButNeverDeny() {
        given(
                "limit.a.rate=1/1m",
                "limit.a.path=/*",
                "limit.a.key=ip",
                "limit.a.enforce=false",
                "block.b.ip=9.9.9.9",
                "block.b.enforce=false");
        assertThat(hit(get("/")).shadowed()).isFalse();
        Decision second = hit(get("/"));
        assertThat(second.allowed()).isTrue();
        assertThat(second.shadowed()).isTrue();
        assertThat(second.quotas()).as("shadows never appear").isEmpty();
        assertThat(hit(get("/").from("9.9.9.9")).shadowed()).isTrue();
    }

    @Test
    void shadowRulesDoNotDenyWhatTheyCannotRead() {
        given(
                "enforce=false",
                "limit.a.rate=10/1m",
                "limit.a.path=/*",
                "limit.a.key=param:user | ip",
                "limit.a.perIp=none",
                "limit.b.rate=10/1m",
                "limit.b.path=/*",
                "limit.b.cost=header:X-Cost",
                "limit.c.rate=10/1m",
                "limit.c.path=/*",
                "limit.c.when=param:x=1",
                "block.d.when=param:x=1",
                "limit.e.rate=10/1m");
        Decision unreadable = hit(UNREADABLE);
        assertThat(unreadable.allowed()).isTrue();
        assertThat(unreadable.shadowed()).isTrue();
        assertThat(hit(get("/").header("X-Cost", "0")).shadowed()).isTrue();
        Decision nobody =
                Entering.of(guard).enter(List.of("e"), new CallContext() {}).decision();
        assertThat(nobody.allowed()).isTrue();
        assertThat(nobody.shadowed()).isTrue();
        assertThat(Entering.of(guard).enter(List.of("c"), UNREADABLE).decision().allowed())
                .isTrue();
    }

    @Test
    void conditionsThatCannotReadACallDenyItAndNameTheirRule() {
        given("limit.a.rate=10/1m", "limit.a.path=/*", "limit.a.when=param:x=1");
        assertThat(hit(UNREADABLE).reason()).isEqualTo(Reason.MALFORMED);
        assertThat(hit(UNREADABLE).rule()).isEqualTo("a");
        assertThat(Entering.of(guard).enter(List.of("a"), UNREADABLE).decision().reason())
                .isEqualTo(Reason.MALFORMED);
        guard.close();
        given("block.b.when=param:x=1");
        assertThat(hit(UNREADABLE).rule()).isEqualTo("b");
    }

    @Test
    void aRuleAskedByNameKeepsItsConditions() {
        given("limit.a.rate=1/1m", "limit.a.key=ip", "limit.a.when=principal:absent");
        for (int i = 0; i < 3; i++) {
            assertThat(Entering.of(guard)
                            .enter(List.of("a"), get("/").as("bob"))
                            .decision()
                            .allowed())
                    .isTrue();
        }
        assertThat(Entering.of(guard).enter(List.of("a"), get("/")).decision().allowed())
                .isTrue();
        assertThat(Entering.of(guard).enter(List.of("a"), get("/")).decision().allowed())
                .isFalse();
    }

    @Test
    void allowWaivesOnlyWhatItBypasses() {
        given("limit.a.rate=1/1m", "limit.a.path=/*", "allow.b.ip=1.2.3.4", "allow.b.bypass=concurrency");
        assertThat(hit(get("/")).allowed()).isTrue();
        assertThat(hit(get("/")).allowed()).isFalse();
    }

    @Test
    void whoeverIsAllowedAtFirstStillIsAtLast() {
        given(
                "limit.a.rate=1/1m",
                "limit.a.path=/*",
                "limit.a.position=last",
                "allow.b.ip=1.2.3.4",
                "allow.c.ip=9.9.9.9",
                "allow.c.position=last",
                "limit.d.rate=1/1m",
                "limit.d.path=/*",
                "limit.d.key=host",
                "limit.d.perIp=none");
        for (int i = 0; i < 3; i++) {
            assertThat(Entering.of(guard)
                            .enter(get("/"), Position.LAST)
                            .decision()
                            .allowed())
                    .isTrue();
        }
        assertThat(hit(get("/").from("9.9.9.9")).quotas())
                .as("last comes too late for first")
                .isNotEmpty();
    }

    @Test
    void pathsMethodsConditionsAndExclusions() {
        given(
                "limit.a.rate=1/1m",
                "limit.a.key=ip",
                "limit.a.path=/posts/*/replies, *.do, /api/*, !/api/health",
                "limit.a.methods=POST",
                "limit.a.when=header:X-Beta=1");
        for (String path : new String[] {"/posts/7/replies", "/a/b/save.do", "/api", "/api/x/y"}) {
            assertThat(hit(new TestCall("POST", path).header("X-Beta", "1")).quotas())
                    .as(path)
                    .isNotEmpty();
        }
        for (String path : new String[] {"/posts/replies", "/posts/7/8/replies", "/api/health", "/apix", "/save.dot"}) {
            assertThat(hit(new TestCall("POST", path).header("X-Beta", "1")).quotas())
                    .as(path)
                    .isEmpty();
        }
        assertThat(hit(new TestCall("GET", "/api").header("X-Beta", "1")).quotas())
                .isEmpty();
        assertThat(hit(new TestCall("POST", "/api").header("X-Beta", "2")).quotas())
                .isEmpty();
    }

    @Test
    void positionsAreDecidedApart() {
        given(
                "limit.a.rate=1/1m",
                "limit.a.key=ip",
                "limit.a.path=/*",
                "limit.b.rate=2/1m",
                "limit.b.key=principal",
                "limit.b.path=/*",
                "limit.b.position=last");
        assertThat(Entering.of(guard).enter(get("/"), Position.FIRST).decision().rule())
                .isEqualTo("a");
        assertThat(Entering.of(guard)
                        .enter(get("/").as("bob"), Position.LAST)
                        .decision()
                        .rule())
                .isEqualTo("b");
    }

    @Test
    void disabledPassesEverythingButKnowsItsRules() {
        given("enabled=false", "limit.a.rate=1/1m", "limit.a.path=/*", "block.b.ip=1.2.3.4");
        for (int i = 0; i < 3; i++) {
            assertThat(hit(get("/")).allowed()).isTrue();
            assertThat(guard.limiter("a").tryAcquire(Key.of("x")).allowed()).isTrue();
        }
        assertThatThrownBy(() -> guard.limiter("z")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void disabledLetsEveryAttemptBeginInJava() {
        given("enabled=false", "lockout.login.key=param:username", "lockout.login.steps=1/1m lock 5m");
        for (int i = 0; i < 3; i++) {
            try (Attempt attempt = guard.lockouts("login").begin(get("/"))) {
                assertThat(attempt.allowed()).isTrue();
                attempt.failed();
            }
        }
    }

    @Test
    void anUnknownRuleNamesTheNearest() {
        given("limit.reply.rate=1/1m");
        assertThatThrownBy(() -> guard.limiter("replay"))
                .hasMessage("there is no rule limit.replay; did you mean 'reply'?");
    }

    @Test
    void permitsOutOfBoundsAreDeniedWithTheBound() {
        given("limit.a.rate=1/1m");
        assertThatThrownBy(() -> guard.limiter("a").tryAcquire(Key.of("x"), 0))
                .hasMessage("permits must be 1 to 1000000, not 0");
    }

    @Test
    void aTimeSourceWithRedisIsDenied() {
        assertThatThrownBy(() -> given("redis.uri=redis://127.0.0.1", "limit.a.rate=1/1m"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("redis.uri: a time source cannot be combined with Redis");
    }

    @Test
    void everythingThatIsWrongIsToldAtOnce() {
        assertThatThrownBy(() -> given(
                        "limit.a.rate=1/1x",
                        "limit.a.key=ipp",
                        "limit.a.path=login",
                        "trustedProxies=10.0.0.0/33",
                        "block.b.ip=nowhere",
                        "denialHandler=java.lang.String",
                        "limit.c.rate=1/1m",
                        "limit.c.key=resolver:no.such.Class",
                        "redis.uri=http://x"))
                .isInstanceOfSatisfying(ConfigurationException.class, e -> assertThat(e.problems())
                        .hasSizeGreaterThanOrEqualTo(8)
                        .anyMatch(p -> p.startsWith("limit.a.rate=1/1x"))
                        .anyMatch(p -> p.startsWith("limit.a.key=ipp"))
                        .anyMatch(p -> p.startsWith("limit.a.path=login"))
                        .anyMatch(p -> p.startsWith("trustedProxies="))
                        .anyMatch(p -> p.startsWith("block.b.ip=nowhere"))
                        .anyMatch(p -> p.startsWith("denialHandler=java.lang.String"))
                        .anyMatch(p -> p.startsWith("limit.c.key=resolver:no.such.Class"))
                        .anyMatch(p -> p.startsWith("redis.uri")));
    }

    @Test
    void whatLimitsGetLimitsHead() {
        given("limit.a.rate=1/1m", "limit.a.path=/*", "limit.a.key=ip", "limit.a.methods=GET");
        assertThat(hit(new TestCall("HEAD", "/x")).remaining()).hasValue(0);
        assertThat(hit(new TestCall("GET", "/x")).allowed()).isFalse();
        assertThat(hit(new TestCall("POST", "/x")).quotas()).isEmpty();
    }

    @Test
    void aPathThatCannotBeOneIsDenied() {
        for (String path : new String[] {"/users/{id}", "/search?q=x", "/login;x"}) {
            assertThatThrownBy(() -> given("limit.a.rate=1/1m", "limit.a.path=" + path))
                    .hasMessageContaining("limit.a.path=" + path + ": '" + path + "' holds one of ? ; { }");
        }
    }
}
