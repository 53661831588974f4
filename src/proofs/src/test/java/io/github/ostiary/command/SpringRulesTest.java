package io.github.ostiary.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator names the file in which Spring Boot has the rules. */
class SpringRulesTest {

    private final String application = UUID.randomUUID().toString();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(Path rules, String verb, String object) {
        return Main.run(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), new String[] {
            verb, object, "--redis", RedisServer.shared().uri(), "--config", rules.toString()
        });
    }

    /** As Spring Boot has them: its name of the application says where the counters are. */
    @Test
    void rulesOfSpringBootAreRead(@TempDir Path folder) throws IOException {
        Path spring = folder.resolve("application.properties");
        Files.writeString(
                spring,
                ("spring.application.name=boot shop%s\nserver.port=8080\nostiary.limit.api.rate=3/1h\n"
                                + "ostiary.limit.api.count-denied=false\nostiary.limit.api.key=principal\n")
                        .formatted(application));
        try (Guard guard = GuardBuilder.create()
                .redis(RedisServer.shared().uri())
                .property("redis.timeout", "5s")
                .property("keyPrefix", "ostiary:boot%20shop" + application)
                .limit("api", "3/1h")
                .build()) {
            guard.limiter("api").tryAcquire(Key.principal("bob"));
        }
        assertThat(run(spring, "explain", "bob")).isZero();
        assertThat(out.toString(UTF_8)).contains("used 1 of 3");
        assertThat(run(spring, "export", "api")).isZero();
        Path yaml = Files.writeString(folder.resolve("application.yml"), "ostiary: {}\n");
        assertThat(run(yaml, "explain", "bob")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("application.yml is YAML", "/actuator/ostiary");
    }
}
