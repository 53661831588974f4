package io.github.ostiary.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.TestedPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page on testing an application: its blocks, run in an application of Spring Boot and with plain Jetty. */
class TestingPageIT {

    private static final Page PAGE = Page.of("src/docs/testing-your-application.md");
    private static final Pattern TYPE = Pattern.compile("(?m)^(?:public )?class (\\w+)");
    private static final String APPLICATION =
            """
            import org.springframework.boot.autoconfigure.SpringBootApplication;

            @SpringBootApplication
            public class Application {}
            """;

    /** Java by the name of its file, of those who need no other libraries than some. */
    private static Map<String, String> tests(String... libraries) {
        Map<String, String> files = new HashMap<>();
        for (Page.Block block : PAGE.blocks("java")) {
            boolean needsOthers = Pattern.compile("org\\.(springframework|eclipse)")
                    .matcher(block.text())
                    .results()
                    .anyMatch(found -> !String.join(" ", libraries).contains(found.group(1)));
            Matcher type = TYPE.matcher(block.text());
            assertThat(type.find()).as(block.where()).isTrue();
            if (!needsOthers) {
                String inPackage = "package shop;\n" + block.text();
                files.put(type.group(1) + ".java", inPackage);
            }
        }
        return files;
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.5", "4.0"})
    void itsTestsOfSpringBootPass(String line) {
        Map<String, String> files = tests("springframework");
        files.put("Application.java", "package shop;\n" + APPLICATION);
        files.put(
                "SearchController.java",
                "package shop;\n"
                        + Page.of("src/docs/spring-boot.md")
                                .blocks("java")
                                .get(0)
                                .text());
        files.put(
                "application.properties",
                PAGE.blocks("properties").get(0).text().replaceAll("(?m)^(?=.)", "ostiary."));
        if (line.startsWith("4")) {
            files.replaceAll((name, text) -> text.replace(
                    "boot.test.autoconfigure.web.servlet.", "boot.webmvc.test.autoconfigure."));
        }
        String told = TestedPage.run("page-tests-boot-" + line, files, "boot-tests-" + line);
        assertThat(told).contains("5 tests successful", "0 tests failed");
    }

    @Test
    void itsTestsOfJettyPass() {
        Map<String, String> files = tests("eclipse");
        files.put("ostiary.properties", PAGE.blocks("properties").get(0).text());
        String told = TestedPage.run("page-tests-jetty", files, "jetty12");
        assertThat(told).contains("4 tests successful", "0 tests failed");
    }

    /** By the JUnit and the Spring of this line of Boot. */
    @Test
    void theKitsOwnTestsPass() throws IOException {
        Path tests = Path.of("src", "testkit", "src", "test");
        Map<String, String> files = new HashMap<>();
        for (String test : List.of("OstiaryTestTest.java", "ApplicationUnderTestTest.java")) {
            files.put(
                    test,
                    Files.readString(
                            tests.resolve("java/io/github/ostiary/testkit").resolve(test)));
        }
        files.put(
                "application.properties",
                Files.readString(tests.resolve("resources").resolve("application.properties")));
        String told = TestedPage.run("kit-tests", files, "boot-tests-3.5");
        assertThat(told).contains("6 tests successful", "0 tests failed");
    }
}
