package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.ostiary.testing.GuardedJvm;
import io.github.ostiary.testing.InterruptedCallers;
import io.github.ostiary.testing.RedisCluster;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Together;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An interrupt is no reason to decide without Redis: neither for who is interrupted nor for those whose decisions travel
 * with its. On platform threads with this JDK; on virtual ones with a newer one, if this machine has it.
 */
@Tag("slow")
@Together
class InterruptedCallersTest {

    private static final String NONE = "degraded 0 of 4000";

    @Test
    void platformThreads() throws Exception {
        assertThat(run(
                        Path.of(System.getProperty("java.home")),
                        RedisServer.shared().uri(),
                        "platform"))
                .isEqualTo(NONE);
    }

    @Test
    void platformThreadsAndACluster() throws Exception {
        try (RedisCluster cluster = RedisCluster.start()) {
            assertThat(run(Path.of(System.getProperty("java.home")), cluster.uri(), "platform"))
                    .isEqualTo(NONE);
        }
    }

    @Test
    void virtualThreads() throws Exception {
        assertThat(run(newer(), RedisServer.shared().uri(), "virtual")).isEqualTo(NONE);
    }

    @Test
    void virtualThreadsAndACluster() throws Exception {
        Path jdk = newer();
        try (RedisCluster cluster = RedisCluster.start()) {
            assertThat(run(jdk, cluster.uri(), "virtual")).isEqualTo(NONE);
        }
    }

    private static Path newer() throws IOException {
        Optional<Path> newer = Optional.empty();
        Path all = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(all)) {
            try (Stream<Path> each = Files.list(all)) {
                newer = each.filter(InterruptedCallersTest::hasVirtualThreads).findFirst();
            }
        }
        assumeTrue(newer.isPresent(), "no JDK of version 21 or above under /usr/lib/jvm, so no virtual threads");
        return newer.orElseThrow();
    }

    private static boolean hasVirtualThreads(Path jdk) {
        try {
            return Files.isExecutable(jdk.resolve("bin/java"))
                    && Files.readAllLines(jdk.resolve("release")).stream()
                            .filter(line -> line.startsWith("JAVA_VERSION=\""))
                            .map(line -> line.substring(14).split("[.\"]", 2)[0])
                            .anyMatch(version -> Integer.parseInt(version) >= 21);
        } catch (IOException e) {
            return false;
        }
    }

    private static String run(Path jdk, String... arguments) throws Exception {
        Process process = GuardedJvm.of(jdk, InterruptedCallers.class)
                .arguments(arguments)
                .start();
        try {
            List<String> said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return said.get(said.size() - 1);
        } finally {
            process.destroyForcibly();
        }
    }
}
