package io.github.ostiary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A guard as an application configures it, on the local store: which rules match, who is charged, what comes first. */
class GuardTest {

    private final ManualTimeSource time = new ManualTimeSource();
    private Guard guard;

    private void given(String... lines) {
        GuardBuilder builder = GuardBuilder.create().timeSource(time);
        for (String line : lines) {
            String[] pair = line.split("=", 2);
            builder.property(pair[0], pair[1]);
        }
        guard = builder.build();
    }

    @AfterEach
    void close() {
        if (guard != null) {
            guard.close();
        }
    }

    private Decision hit(CallContext call) {
        return guard.check(call, Position.FIRST);
    }

    private static final CallContext UNREADABLE = new CallContext() {

        @Override
        public Optional<String> path() {
            return Optional.of("/");
        }

        @Override
        public Optional<String> peer() {
            return Optional.of("1.2.3.4");
        }

        @Override
        public List<String> parameters(String name) {
            throw new MalformedCallException("the query cannot be read");
        }
    };

    private static TestCall get(String path) {
        return new TestCall("GET", path);
    }

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
    void javaAndFilterMeetTheSameCounters() {
        given("limit.a.rate=3/1m", "limit.a.path=/*", "limit.a.key=principal | ip");
        hit(get("/").as("Bob"));
        assertThat(guard.limiter("a").tryAcquire(Key.principal(" bob ")).remaining())
                .hasValue(1);
        hit(get("/").from("2001:db8:0:1:aaaa::1"));
        assertThat(guard.limiter("a").tryAcquire(Key.ip("2001:db8:0:1:bbbb::2")).remaining())
                .hasValue(1);
        assertThat(guard.keyFor("a", get("/").as("BOB"))).isEqualTo(Key.principal("bob"));
        assertThat(guard.check("a", get("/").as("bob")).remaining()).hasValue(0);
    }

    @Test
    void aUserCalledLikeAnAddressIsNotThatAddress() {
        given("limit.a.rate=1/1m", "limit.a.path=/*");
        assertThat(hit(get("/").as("1.2.3.4")).allowed()).isTrue();
        assertThat(hit(get("/").from("1.2.3.4")).allowed()).isTrue();
    }

    @Test
    void aFreelyChosenKeyIsCountedOnItsAddressToo() {
        given("limit.s.rate=5/1m", "limit.s.path=/*", "limit.s.key=header:X-Api-Key | ip", "limit.s.perIp=8/1m");
        int allowed = 0;
        for (int i = 0; i < 50; i++) {
            allowed += hit(get("/").header("X-Api-Key", "fresh" + i)).allowed() ? 1 : 0;
        }
        assertThat(allowed).isEqualTo(8);
        assertThat(hit(get("/").from("9.9.9.9").header("X-Api-Key", "one")).quotas())
                .extracting(Quota::policy)
                .containsExactlyInAnyOrder("s", "s-ip");
        assertThat(hit(get("/")).remaining())
                .as("without a key the address is charged by the rule itself")
                .hasValue(4);
    }

    @Test
    void aFreelyChosenKeyWithoutPerIpFailsTheDeployment() {
        assertThatThrownBy(() -> given("limit.s.rate=5/1m", "limit.s.key=header:X-Api-Key | ip"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("limit.s.perIp: callers choose 'header:X-Api-Key | ip' freely")
                .hasMessageContaining("such as 5/1m, or none");
    }

    @Test
    void whatStrangersShareTiesAFreelyChosenKeyToNobody() {
        assertThatThrownBy(() -> given("limit.s.rate=5/1m", "limit.s.key=global + header:X-Api-Key"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("limit.s.perIp: callers choose");
        given("limit.s.rate=5/1m", "limit.s.key=ip + header:X-Api-Key");
    }

    @Test
    void keySetsAreCountedAllOrNothing() {
        given(
                "limit.sms.rate=2/1h",
                "limit.sms.path=/*",
                "limit.sms.key=param:phone/digits, ip",
                "limit.sms.perIp=none");
        assertThat(hit(get("/").param("phone", "+49 170 1")).allowed()).isTrue();
        assertThat(hit(get("/").from("9.9.9.9").param("phone", "(49) 1701")).allowed())
                .isTrue();
        assertThat(hit(get("/").from("8.8.8.8").param("phone", "491701")).allowed())
                .as("the number is used up")
                .isFalse();
        assertThat(hit(get("/").from("8.8.8.8").param("phone", "1")).remaining())
                .as("8.8.8.8 was not charged")
                .hasValue(1);
    }

    @Test
    void anUnresolvedSetCountsTheAddressOnce() {
        given("limit.sms.rate=2/1h", "limit.sms.path=/*", "limit.sms.key=param:phone, ip", "limit.sms.perIp=none");
        assertThat(hit(get("/")).remaining()).hasValue(1);
        assertThat(hit(get("/")).allowed()).isTrue();
        assertThat(hit(get("/")).allowed()).isFalse();
    }

    @Test
    void plansChooseTheRate() {
        given(
                "limit.api.rate=1/1m",
                "limit.api.rate.by=attribute:plan",
                "limit.api.rate.pro=3/1m",
                "limit.api.path=/*",
                "limit.api.key=principal");
        TestCall pro = get("/").as("p").attribute("plan", "pro");
        assertThat(hit(pro).limit()).hasValue(3);
        assertThat(hit(get("/").as("f").attribute("plan", "free")).limit()).hasValue(1);
        assertThat(hit(get("/").as("n")).limit()).hasValue(1);
    }

    @Test
    void aPlanWithAShorterWindowForgetsNothingOfAnother() {
        given(
                "limit.api.rate=2/1h",
                "limit.api.rate.by=attribute:plan",
                "limit.api.rate.pro=5/1m",
                "limit.api.rate.big=100/1h",
                "limit.api.path=/*",
                "limit.api.key=ip");
        hit(get("/"));
        hit(get("/"));
        time.advance(Duration.ofMinutes(2));
        assertThat(hit(get("/").attribute("plan", "pro")).allowed()).isTrue();
        assertThat(hit(get("/")).allowed()).isFalse();
        assertThat(hit(get("/").attribute("plan", "big")).remaining())
                .as("the same window goes on counting")
                .hasValue(97);
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
    void shadowRulesDecideCountAndReportButNeverRefuse() {
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
    void shadowRulesDoNotRefuseWhatTheyCannotRead() {
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
        Decision nobody = guard.check("e", new CallContext() {});
        assertThat(nobody.allowed()).isTrue();
        assertThat(nobody.shadowed()).isTrue();
        assertThat(guard.check("c", UNREADABLE).allowed()).isTrue();
    }

    @Test
    void conditionsThatCannotReadACallRefuseItAndNameTheirRule() {
        given("limit.a.rate=10/1m", "limit.a.path=/*", "limit.a.when=param:x=1");
        assertThat(hit(UNREADABLE).reason()).isEqualTo(Reason.MALFORMED);
        assertThat(hit(UNREADABLE).rule()).isEqualTo("a");
        assertThat(guard.check("a", UNREADABLE).reason()).isEqualTo(Reason.MALFORMED);
        guard.close();
        given("block.b.when=param:x=1");
        assertThat(hit(UNREADABLE).rule()).isEqualTo("b");
    }

    @Test
    void aRuleAskedByNameKeepsItsConditions() {
        given("limit.a.rate=1/1m", "limit.a.key=ip", "limit.a.when=principal:absent");
        for (int i = 0; i < 3; i++) {
            assertThat(guard.check("a", get("/").as("bob")).allowed()).isTrue();
        }
        assertThat(guard.check("a", get("/")).allowed()).isTrue();
        assertThat(guard.check("a", get("/")).allowed()).isFalse();
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
                "limit.d.key=host");
        for (int i = 0; i < 3; i++) {
            assertThat(guard.check(get("/"), Position.LAST).allowed()).isTrue();
        }
        assertThat(hit(get("/").from("9.9.9.9")).quotas())
                .as("last comes too late for first")
                .isNotEmpty();
    }

    @Test
    void costsComeFromTheCallAndAreBounded() {
        given(
                "limit.a.rate=10/1m",
                "limit.a.path=/*",
                "limit.a.key=ip",
                "limit.a.cost=header:X-Cost",
                "limit.a.costMissing=2");
        assertThat(hit(get("/").header("X-Cost", "3")).remaining()).hasValue(7);
        assertThat(hit(get("/")).remaining()).hasValue(5);
        assertThat(hit(get("/").header("X-Cost", "many")).remaining()).hasValue(3);
        for (String bad : new String[] {"0", "-1", "1000001", "99999999999999999999"}) {
            assertThat(hit(get("/").header("X-Cost", bad)).reason()).as(bad).isEqualTo(Reason.MALFORMED);
        }
        assertThat(hit(get("/").header("X-Cost", "4")).allowed()).isFalse();
        assertThat(hit(get("/").header("X-Cost", "3")).allowed()).isTrue();
    }

    @Test
    void aCallWithoutIdentityIsRefusedUnlessToldOtherwise() {
        given("limit.a.rate=10/1m", "limit.b.rate=10/1m", "limit.b.onMissingKey=allow");
        CallContext nobody = new CallContext() {};
        assertThat(guard.check("a", nobody).allowed()).isFalse();
        assertThat(guard.check("b", nobody).allowed()).isTrue();
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
        assertThat(guard.check(get("/"), Position.FIRST).rule()).isEqualTo("a");
        assertThat(guard.check(get("/").as("bob"), Position.LAST).rule()).isEqualTo("b");
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
    void anUnknownRuleNamesTheNearest() {
        given("limit.reply.rate=1/1m");
        assertThatThrownBy(() -> guard.limiter("replay"))
                .hasMessage("there is no rule limit.replay; did you mean 'reply'?");
    }

    @Test
    void permitsOutOfBoundsAreRefusedWithTheBound() {
        given("limit.a.rate=1/1m");
        assertThatThrownBy(() -> guard.limiter("a").tryAcquire(Key.of("x"), 0))
                .hasMessage("permits must be 1 to 1000000, not 0");
    }

    @Test
    void aTimeSourceWithRedisIsRefused() {
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

    /** Found by configuration through its class name. */
    public static final class Tenant implements KeyResolver {

        @Override
        public Optional<Key> resolve(CallContext call) {
            return call.headers("X-Tenant").stream().findFirst().map(tenant -> Key.part("tenant", tenant));
        }
    }

    @Test
    void applicationsResolveKeysTheirOwnWay() {
        given("limit.a.rate=1/1m", "limit.a.path=/*", "limit.a.key=resolver:" + Tenant.class.getName() + " | ip");
        assertThat(hit(get("/").header("X-Tenant", "acme")).allowed()).isTrue();
        assertThat(hit(get("/").from("9.9.9.9").header("X-Tenant", "acme")).allowed())
                .isFalse();
        assertThat(hit(get("/").from("9.9.9.9")).allowed()).isTrue();
    }
}
