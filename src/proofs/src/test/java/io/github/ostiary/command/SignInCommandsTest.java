package io.github.ostiary.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void whoNamesASignInHearsOfItsRules(@TempDir Path folder) throws IOException {
        assertThat(run("list", "main")).isZero();
        assertThat(out.toString(UTF_8))
                .contains("no caller is locked by lockout.main, under ostiary:" + application)
                .contains(
                        "Whether there is such a rule was not looked at: write --config, or check its name: main.password,"
                                + " main.address, main.account if it is a sign-in");
        Path rules = folder.resolve("ostiary.properties");
        Files.writeString(rules, "signin.main.path=/login\nsignin.main.name=param:username\n");
        assertThat(run("list", "main", "--config", rules.toString())).isEqualTo(2);
        assertThat(out.toString(UTF_8))
                .contains(
                        "there is no rule lockout.main: main is a sign-in, whose rules are main.password, main.address,"
                                + " main.account")
                .doesNotContain("did you mean");
        assertThat(run("list", "main.account", "--config", rules.toString())).isZero();
        assertThat(out.toString(UTF_8)).doesNotContain("was not looked at");
    }
}
