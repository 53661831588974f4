package io.github.ostiary.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The commands of an operator who names a lockout that a sign-in stands for, and has its rules not at hand. */
class SignInCommandsTest {

    private final String application = "/" + UUID.randomUUID();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private int run(String... typed) {
        String[] where = {
            "--application=" + application, "--redis", RedisServer.shared().uri()
        };
        PrintStream said = new PrintStream(out, true, UTF_8);
        out.reset();
        return Main.run(said, said, Stream.of(typed, where).flatMap(Stream::of).toArray(String[]::new));
    }

    @Test
    void whoCannotSignInIsFoundAndLetIn() {
        Key bob = Key.part("param:username", "bob");
        try (Guard shop = Nodes.builder("signin.main.path=/login", "signin.main.name=param:username")
                .redis(RedisServer.shared().uri())
                .property("redis.timeout", "5s")
                .property("keyPrefix", "ostiary:" + application)
                .build()) {
            shop.lockouts("main.account").lock(bob, Duration.ofMinutes(5), "called us");
            assertThat(run("list", "main.account")).as(out.toString(UTF_8)).isZero();
            assertThat(out.toString(UTF_8)).contains("param:username=bob  locked for ");
            assertThat(run("unlock", "main.account", "bob"))
                    .as(out.toString(UTF_8))
                    .isZero();
            assertThat(shop.lockouts("main.account").state(bob).phase()).isEqualTo(Phase.OPEN);
            assertThat(run("list", "main.door")).isEqualTo(2);
            assertThat(out.toString(UTF_8)).contains("there is no rule lockout.main.door");
        }
    }
}
