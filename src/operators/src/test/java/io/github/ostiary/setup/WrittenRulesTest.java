package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.SettingInForce.Origin;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WrittenRulesTest {

    private static final Key BOB = Key.part("param:username", "bob");

    @Test
    void somebodyIsCountedByWhatIsKnownOfHim() {
        try (Guard guard = GuardBuilder.create()
                .limit("reply", "5/1m")
                .limit("all", "5/1m")
                .property("limit.all.key", "global")
                .limit("net", "5/1m")
                .property("limit.net.key", "ip/24/48")
                .limit("phone", "5/1m")
                .property("limit.phone.key", "param:phone/digits")
                .property("limit.phone.perIp", "none")
                .property("lockout.login.key", "param:username + ip | json:user + ip")
                .property("lockout.login.steps", "3/1m lock 5m")
                .property("lockout.name.key", "param:username")
                .property("lockout.name.steps", "3/1m lock 5m")
                .property("block.bad.ip", "192.0.2.0/24")
                .build()) {
            OperatorApi operators = OperatorApi.of(guard);
            assertThat(operators.keysOf("limit.reply", " BOB ", "")).containsExactly(Key.principal("bob"));
            assertThat(operators.keysOf("limit.reply", "", "192.0.2.7")).containsExactly(Key.ip("192.0.2.7"));
            assertThat(operators.keysOf("limit.net", "bob", "192.0.2.7"))
                    .containsExactly(Key.part(Key.IP, "192.0.2.0/24"));
            assertThat(operators.keysOf("limit.all", "bob", "")).containsExactly(Key.part("global", "all"));
            assertThat(operators.keysOf("limit.phone", "+41 (0)44-1", ""))
                    .containsExactly(Key.part("param:phone", "410441"));
            assertThat(operators.keysOf("lockout.login", "Bob", "192.0.2.7"))
                    .containsExactly(BOB.and(Key.ip("192.0.2.7")));
            assertThat(operators.keysOf("lockout.login", "Bob", "")).isEmpty();
            assertThat(operators.keysOf("lockout.name", "Bob", "")).containsExactly(BOB);
            assertThat(operators.keysOf("lockout.name", "", "192.0.2.7")).isEmpty();
            assertThat(operators.keysOf("lockout.name", "\u0000", "")).isEmpty();
            assertThat(operators.keysOf("block.bad", "bob", "192.0.2.7")).isEmpty();
            assertThat(operators.keysOf("limit.none", "bob", "192.0.2.7")).isEmpty();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> operators.keysOf("limit.reply", "", "nowhere"))
                    .withMessageContaining("'nowhere' is no address");
        }
    }

    /** Keys that are found are those that the filter counts by, or explaining them would throw. */
    @Test
    void whatIsFoundCanBeExplained() {
        try (Guard guard = GuardBuilder.create()
                .limit("reply", "5/1m")
                .property("lockout.login.key", "param:username + ip")
                .property("lockout.login.steps", "3/1m lock 5m")
                .build()) {
            for (RuleInForce rule : OperatorApi.of(guard).rules()) {
                for (Key key : OperatorApi.of(guard).keysOf(rule.full(), "Bob", "2001:db8::1")) {
                    assertThat(OperatorApi.of(guard).explain(rule.name(), key)).hasSize(1);
                }
            }
        }
    }

    @Test
    void rulesOfBeansAreAmongThem() {
        try (Guard guard = GuardBuilder.create().limit("reply", "5/1m").build()) {
            BeanRules.declare(guard, "codes", Map.of("rate", "3/1h", "key", "arg:0"));
            BeanRules.declare(guard, "reply", Map.of("rate", "9/1h"));
            assertThat(OperatorApi.of(guard).rules())
                    .extracting(RuleInForce::full)
                    .containsExactly("limit.reply", "limit.codes");
            assertThat(OperatorApi.of(guard).rules().get(1).settings())
                    .extracting(setting -> setting.key() + "=" + setting.value() + " " + setting.origin())
                    .containsExactlyInAnyOrder(
                            "limit.codes.rate=3/1h " + Origin.ANNOTATION, "limit.codes.key=arg:0 " + Origin.ANNOTATION);
            assertThat(OperatorApi.of(guard).keysOf("limit.codes", "+41", ""))
                    .containsExactly(Key.part("arg:0", "+41"));
        }
    }
}
