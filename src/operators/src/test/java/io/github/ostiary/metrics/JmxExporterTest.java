package io.github.ostiary.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Set;
import javax.management.Attribute;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** The platform's own MBean server. */
class JmxExporterTest {

    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    private static Set<ObjectName> ours() throws Exception {
        return SERVER.queryNames(new ObjectName("io.github.ostiary:*"), null);
    }

    private static ObjectName rule(String rule) throws Exception {
        return ours().stream()
                .filter(name -> rule.equals(name.getKeyProperty("rule")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void eachRuleIsABeanAndNothingIsLeftBehind() throws Exception {
        assertThat(ours()).isEmpty();
        try (Played played = new Played("jmx")) {
            assertThat(ours()).hasSize(4);
            assertThat(SERVER.getAttribute(rule("limit.browse"), "decisions.allowed"))
                    .isEqualTo(0L);
            ObjectName browse = rule("limit.browse");
            try (Exporter later = JmxExporter.open(played::figures, "another")) {
                assertThat(ours()).hasSize(8);
                later.tick();
                ObjectName other = ours().stream()
                        .filter(name -> name.toString().contains("another")
                                && "limit.browse".equals(name.getKeyProperty("rule")))
                        .findFirst()
                        .orElseThrow();
                assertThat(SERVER.getAttribute(other, "decisions.allowed")).isEqualTo(3L);
                assertThat(SERVER.getAttribute(other, "decisions.denied.rate_limited"))
                        .isEqualTo(2L);
                assertThat(SERVER.getAttributes(other, new String[] {"decisions.allowed", "nothing"}))
                        .containsExactly(new Attribute("decisions.allowed", 3L));
                assertThatThrownBy(() -> SERVER.getAttribute(other, "nothing"))
                        .isInstanceOf(AttributeNotFoundException.class);
                assertThatThrownBy(() -> SERVER.setAttribute(other, new Attribute("decisions.allowed", 0L)))
                        .isInstanceOf(AttributeNotFoundException.class);
            }
            assertThat(ours()).hasSize(4).contains(browse);
        }
        assertThat(ours()).isEmpty();
    }

    @Test
    void attributesTellWhatTheyAreAndOfNobody() throws Exception {
        try (Played played = new Played("jmx");
                Exporter later = JmxExporter.open(played::figures, "another")) {
            for (ObjectName name : ours()) {
                MBeanAttributeInfo[] attributes = SERVER.getMBeanInfo(name).getAttributes();
                assertThat(attributes).isNotEmpty().allSatisfy(each -> {
                    assertThat(each.isWritable()).isFalse();
                    assertThat(each.getDescription()).isNotBlank();
                });
                assertThat(name + Arrays.toString(attributes)).doesNotContain(Played.SOMEBODY, "203.0.113.9");
            }
        }
    }

    @Test
    void applicationsOfOneNameAreToldApart() throws Exception {
        try (Played one = new Played("jmx");
                Played two = new Played("jmx")) {
            assertThat(ours()).hasSize(8);
            assertThat(ours().stream().map(name -> ObjectName.unquote(name.getKeyProperty("application"))))
                    .anyMatch(name -> name.endsWith("#2"));
        }
        assertThat(ours()).isEmpty();
    }
}
