package io.github.ostiary.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.testing.probe.EndListener;
import io.github.ostiary.testing.probe.Greeting;
import io.github.ostiary.testing.probe.GreetingServlet;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServerUnderTestIT {

    @ParameterizedTest
    @EnumSource
    void servesAWarWithBeansEnvironmentAndPropertiesAndEndsInOrder(ServerKind kind) {
        Path war = WarBuilder.war("harness-" + kind.name().toLowerCase())
                .cdi(kind)
                .allJar()
                .classes(Greeting.class, GreetingServlet.class, EndListener.class)
                .properties("limit.a.path=/a\nlimit.a.rate=3/1h\n")
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(
                kind, List.of(war), Map.of("PROBE_ENV", "one"), Map.of("probe.property", "two"))) {
            assertThat(Browser.get(server.uri(war).resolve("greeting")).body()).isEqualTo("injected one two");
            assertThat(server.stop()).contains("AT START true", "AT END the application has ended", "STOPPED");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWarThatStartsIsNoExpectedFailure(ServerKind kind) {
        Path war = WarBuilder.war("empty-" + kind.name().toLowerCase()).build();
        assertThatThrownBy(() -> ServerUnderTest.startExpectingFailure(kind, war))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("DEPLOYED /empty-");
    }
}
