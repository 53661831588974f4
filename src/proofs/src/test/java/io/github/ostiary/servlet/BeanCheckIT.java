package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Containers that run no extensions of CDI limit no beans, and the log says so. */
class BeanCheckIT {

    private static final String WARNING = "CDI manages beans of this application, and has not run the extension";

    @ParameterizedTest
    @EnumSource
    void aContainerThatDoesNotRunTheExtensionIsNoticed(ServerKind kind) {
        String rule = Wars.rule("once", "/once");
        Path deaf = Wars.base("beans-deaf-" + kind)
                .thinJar()
                .jarWithout("META-INF/services/jakarta.enterprise.inject.spi.Extension")
                .cdi(kind)
                .properties(rule)
                .build();
        Path heard = Wars.base("beans-heard-" + kind)
                .thinJar()
                .cdi(kind)
                .properties(rule)
                .build();
        Path none = Wars.base("beans-none-" + kind).thinJar().properties(rule).build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, deaf, heard, none)) {
            assertThat(server.log().lines().filter(line -> line.contains(WARNING)))
                    .singleElement()
                    .asString()
                    .contains("[/" + deaf.getFileName() + "] ");
        }
    }
}
