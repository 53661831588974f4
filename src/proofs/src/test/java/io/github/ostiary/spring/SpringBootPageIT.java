package io.github.ostiary.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.ServerProcess;
import io.github.ostiary.testing.ShownCommands;
import io.github.ostiary.testing.SpringBoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page on Spring Boot: an application of its blocks, and what it shows on a command line. */
class SpringBootPageIT {

    private static final Page PAGE = Page.of("src/docs/spring-boot.md");
    private static final Pattern TYPE = Pattern.compile("public class (\\w+)");

    @TempDir
    Path sources;

    private SpringBoot application(String name) throws IOException {
        for (Page.Block block : PAGE.blocks("java")) {
            Matcher type = TYPE.matcher(block.text());
            assertThat(type.find()).as(block.where()).isTrue();
            Files.writeString(sources.resolve(type.group(1) + ".java"), "package springboot;\n\n" + block.text());
        }
        Path main = Path.of("src", "proofs", "servers", "spring-boot", "BootApplication.java");
        Files.copy(main, sources.resolve("BootApplication.java"));
        return SpringBoot.of("boot-4.0", name, sources);
    }

    /** Its files of YAML, as one of several documents. */
    private static String yaml() {
        return PAGE.blocks("yaml").stream()
                .map(Page.Block::text)
                .collect(Collectors.joining("---\n"))
                .replace("/1m", "/1h"); // of which a slow machine must not see the end
    }

    @Test
    void anApplicationOfItsBlocksDoesAsItSays() throws Exception {
        SpringBoot application = application("page").with("application.yml", yaml());
        try (ServerProcess server = application.run(SpringBoot.Server.TOMCAT)) {
            int consoles = 0;
            for (Page.Block block : PAGE.blocks("console")) {
                ShownCommands.run(block.text(), "127.0.0.1:" + server.port());
                consoles++;
            }
            assertThat(consoles).isEqualTo(2);
            assertThat(server.log())
                    .contains("Ostiary guards this application: 3 limit, 0 concurrency, 3 lockout")
                    .contains("The guard stands before the filters of Spring. 5 keys of ostiary.* are from class path"
                            + " resource [application.yml]")
                    .doesNotContain("counters are in the Redis");
        }
    }

    @Test
    void limitsInJavaAreOneRule() throws Exception {
        SpringBoot application = application("page-java").with("application.yml", yaml());
        try (ServerProcess server = application.run(SpringBoot.Server.TOMCAT)) {
            String place = "127.0.0.1:" + server.port();
            String ask = "$ curl -s -o /dev/null -w '%{http_code}\\n' -u alice:right localhost:8080/export\n";
            ShownCommands.run(ask + "200\n", place);
            ShownCommands.run("$ curl -s -w '\\n' -u alice:right localhost:8080/left\nsome\n", place);
            ShownCommands.run(ask + "429\n", place);
            String text = "$ curl -s -o /dev/null -w '%{http_code}\\n' -u alice:right 'localhost:8080/text?phone=1'\n";
            ShownCommands.run((text + "200\n").repeat(3) + text + "429\n", place);
        }
    }

    @Test
    void aMistakeIsShownAsItSays() throws Exception {
        Page.Block shown = PAGE.blocks("text").get(1);
        SpringBoot application =
                application("page-wrong").with("application.yml", yaml().replace("rate: 3/1h", "rat: 3/1h"));
        String log = ServerProcess.startExpectingFailure(application.command(SpringBoot.Server.TOMCAT));
        shown.text().lines().filter(line -> !line.isBlank()).forEach(line -> assertThat(log)
                .contains(line.strip()));
    }
}
