package io.github.ostiary.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.setup.GuardBuilder;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Set;
import javax.management.MBeanException;
import javax.management.MBeanFeatureInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import org.junit.jupiter.api.Test;

/** An operator asks by JMX, as a tool without classes of ours does. */
class JmxOperatorApiTest {

    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    private static Set<ObjectName> desks() throws Exception {
        return SERVER.queryNames(ObjectName.getInstance("io.github.ostiary:type=Operators,*"), null);
    }

    private static GuardBuilder builder() {
        return GuardBuilder.create()
                .property("lockout.login.key", "principal")
                .property("lockout.login.steps", "2/1m lock 5m")
                .limit("api", "2/1m")
                .property("limit.api.key", "principal")
                .property("operators.jmx", "true");
    }

    private static String[] ask(ObjectName desk, String operation, String... arguments) throws Exception {
        String[] types = new String[arguments.length];
        Arrays.fill(types, String.class.getName());
        return (String[]) SERVER.invoke(desk, operation, arguments, types);
    }

    @Test
    void somebodyIsFoundExplainedAndLetInAgain() throws Exception {
        try (Guard guard = builder().build()) {
            Key bob = Key.principal("bob");
            for (int i = 0; i < 2; i++) {
                try (var attempt = guard.lockouts("login").begin(bob)) {
                    attempt.failed();
                }
            }
            ObjectName desk = desks().iterator().next();

            assertThat(ask(desk, "locked", "login"))
                    .hasSize(1)
                    .allMatch(line -> line.startsWith("principal=bob  locked"));
            assertThat(ask(desk, "explain", "bob"))
                    .anyMatch(line -> line.startsWith("lockout.login  principal=bob  denies for "))
                    .anyMatch(line -> line.startsWith("  api  used 0 of 2"));
            assertThat(ask(desk, "unlock", "login", "bob", "called us")).containsExactly("unlocked principal=bob");
            assertThat(guard.lockouts("login").state(bob).phase()).isEqualTo(Phase.OPEN);
            assertThat(ask(desk, "lock", "login", "eve", "1h", "an incident"))
                    .containsExactly("locked principal=eve for 1h");
            assertThat(ask(desk, "override", "limit.api.rate", "1/1m", "1h", "an incident"))
                    .allMatch(line -> line.startsWith("limit.api.rate=1/1m until "));
            assertThat(ask(desk, "overrides")).hasSize(1);
            assertThat(ask(desk, "restore", "limit.api.rate", "over")).containsExactly("restored limit.api.rate");
            assertThat(ask(desk, "reference", "00000000")).isEmpty();
            assertThat(ask(desk, "status", ""))
                    .anyMatch(line -> line.contains("  running for "))
                    .anyMatch(line -> line.startsWith("limit.api  last minute "));
            assertThat((String[]) SERVER.invoke(desk, "audit", new Object[] {10}, new String[] {"int"}))
                    .hasSizeGreaterThanOrEqualTo(4);
        }
        assertThat(desks()).isEmpty();
    }

    /** A tool shows nothing else of what it asks for. */
    @Test
    void parametersHaveNames() throws Exception {
        try (Guard guard = builder().build()) {
            assertThat(guard).isNotNull();
            assertThat(SERVER.getMBeanInfo(desks().iterator().next()).getOperations())
                    .filteredOn(operation -> operation.getName().equals("override"))
                    .singleElement()
                    .satisfies(operation -> assertThat(operation.getSignature())
                            .extracting(MBeanFeatureInfo::getName)
                            .containsExactly("key", "value", "duration", "reason"));
        }
    }

    @Test
    void whatIsWrongIsSaidInClassesOfTheJdk() throws Exception {
        try (Guard guard = builder().build()) {
            ObjectName desk = desks().iterator().next();
            assertThatThrownBy(() -> ask(desk, "locked", "logni"))
                    .isInstanceOfAny(RuntimeMBeanException.class, MBeanException.class)
                    .hasRootCauseInstanceOf(IllegalArgumentException.class)
                    .hasRootCauseMessage(problem(guard));
            assertThatThrownBy(() -> ask(desk, "override", "limit.api.rate", "x", "1h", ""))
                    .hasRootCauseInstanceOf(IllegalArgumentException.class);
        }
    }

    private static String problem(Guard guard) {
        try {
            guard.lockouts("logni");
            return "";
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    @Test
    void namesakesAreToldApartAndItIsOffUnlessAskedFor() throws Exception {
        try (Guard one = builder().build();
                Guard two = builder().build();
                Guard off = GuardBuilder.create().limit("a", "1/1m").build()) {
            assertThat(desks()).hasSize(2);
            assertThat(one).isNotSameAs(two).isNotSameAs(off);
        }
    }
}
