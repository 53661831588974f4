package io.github.ostiary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.GuardFixture;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who is charged, how much, and by which rate. */
class GuardKeyTest extends GuardFixture {
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
        assertThat(Entering.of(guard)
                        .enter(List.of("a"), get("/").as("bob"))
                        .decision()
                        .remaining())
                .hasValue(0);
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
    void costsComeFromTheCallAndAreBounded() {
        given(
                "limit.a.rate=10/1m",
                "limit.a.path=/*",
                "limit.a.key=ip",
                "limit.a.cost=header:X-Cost",
                "limit.a.costMissing=2");
        assertThat(hit(get("/").header("X-Cost", "3")).remaining()).hasValue(7);
        assertThat(hit(get("/")).remaining()).hasValue(5);
        assertThat(hit(get("/").header("X-Cost", "02")).remaining()).hasValue(3);
        for (String bad : new String[] {"0", "-1", "many", "1000001", "99999999999999999999"}) {
            assertThat(hit(get("/").header("X-Cost", bad)).reason()).as(bad).isEqualTo(Reason.MALFORMED);
        }
        assertThat(hit(get("/").header("X-Cost", "4")).allowed()).isFalse();
        assertThat(hit(get("/").header("X-Cost", "3")).allowed()).isTrue();
    }

    @Test
    void aCallWithoutIdentityIsDeniedUnlessToldOtherwise() {
        given("limit.a.rate=10/1m", "limit.b.rate=10/1m", "limit.b.onMissingKey=allow");
        CallContext nobody = new CallContext() {};
        assertThat(Entering.of(guard).enter(List.of("a"), nobody).decision().allowed())
                .isFalse();
        assertThat(Entering.of(guard).enter(List.of("b"), nobody).decision().allowed())
                .isTrue();
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
}
