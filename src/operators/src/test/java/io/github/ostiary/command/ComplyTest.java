package io.github.ostiary.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An auditor asks the command line how the rules of a file stand with standards: without Redis, and without the application. */
class ComplyTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... typed) {
        out.reset();
        return Main.run(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), typed);
    }

    @Test
    void helpIsAnAnswerHoweverItIsAskedFor() {
        for (String asked : new String[] {"help", "--help", "-h"}) {
            assertThat(run(asked)).isZero();
            assertThat(out.toString(UTF_8)).startsWith("java -jar ostiary-all.jar COMMAND");
        }
        assertThat(run("list", "main", "--help")).isZero();
        assertThat(run("list", "--", "--help")).as("a rule of that name").isEqualTo(2);
    }

    @Test
    void theExitStatusSaysWhetherAllIsMet(@TempDir Path folder) throws IOException {
        Path rules = folder.resolve("ostiary.properties");
        String signIn =
                "signin.main.path=/login\nsignin.main.name=param:username\nsignin.main.captcha=com.shop.Captcha\n";
        Files.writeString(rules, signIn);
        assertThat(run("comply", "--standard", "pci", "--config", rules.toString()))
                .isEqualTo(1);
        assertThat(out.toString(UTF_8)).contains("PCI DSS 4.0.1 §8.3.4", "not met: write signin.main.strictness=pci");
        Files.writeString(rules, signIn + "signin.main.strictness=pci\n");
        assertThat(run("comply", "--standard", "pci", "--config", rules.toString()))
                .isZero();
        assertThat(out.toString(UTF_8)).contains(": met").doesNotContain("NIST");
        Files.writeString(
                rules,
                signIn + "signin.main.strictness=pci\nsignin.main.account.unclear=1\n"
                        + "lockout.door.path=/door\nlockout.door.key=ip\nlockout.door.steps=9/1d lock 1h\n");
        assertThat(run("comply", "--standard", "pci", "--config", rules.toString()))
                .isEqualTo(1);
        assertThat(out.toString(UTF_8))
                .contains(": not met: take away signin.main.account.unclear\n", "lockout.door: not judged");
        assertThat(run("comply", "--config", rules.toString())).isEqualTo(1);
        assertThat(out.toString(UTF_8)).contains("NIST", "ASVS", "OWASP", "outside");
        assertThat(run("comply", "--standard", "iso", "--config", rules.toString()))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("there is no standard 'iso'");
        assertThat(run("comply")).isEqualTo(2);
        Files.writeString(rules, signIn + "redis.uri=${env:OSTIARY_NO_SUCH_REDIS:}\n");
        assertThat(run("comply", "--standard", "pci", "--config", rules.toString()))
                .as("Redis is named where there is one: %s", err.toString(UTF_8))
                .isEqualTo(1);
    }
}
