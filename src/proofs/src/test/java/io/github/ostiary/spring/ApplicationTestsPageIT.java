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
class ApplicationTestsPageIT {

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
        variant(files, "Search", "Port", "@SpringBootTest\n", "@SpringBootTest(webEnvironment = RANDOM_PORT)\n");
        variant(files, "Search", "Slice", "@SpringBootTest\n@AutoConfigureMockMvc\n", "@WebMvcTest\n");
        variant(
                files,
                "Search",
                "Rate",
                "@OstiaryTest\n",
                "@OstiaryTest(\"limit.search.rate=4/1m\")\n",
                "i < 3",
                "i < 4");
        variant(
                files,
                "Pages",
                "Enabled",
                "@SpringBootTest\n",
                "@SpringBootTest(properties = \"ostiary.enabled=true\")\n",
                "i < 10",
                "i < 3",
                "        }\n    }\n",
                "        }\n        mvc.perform(get(\"/search\")).andExpect(status().isTooManyRequests());\n    }\n");
        if (line.startsWith("4")) {
            files.replaceAll((name, text) ->
                    text.replace("boot.test.autoconfigure.web.servlet.", "boot.webmvc.test.autoconfigure."));
        }
        String told = TestedPage.run("page-tests-boot-" + line, files, "boot-tests-" + line);
        assertThat(told).contains("12 tests successful", "0 tests failed");
    }

    /** The same test with other words: what the page says in a sentence. */
    private static void variant(Map<String, String> files, String of, String name, String... words) {
        String text = files.get(of + "Test.java");
        for (int i = 0; i < words.length; i += 2) {
            assertThat(text).contains(words[i]);
            text = text.replace(words[i], words[i + 1]);
        }
        files.put(
                name + "Test.java",
                text.replace("class " + of + "Test", "class " + name + "Test")
                        .replaceFirst(
                                "(?=import org.junit)",
                                "import static org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT;\n"
                                        + "import org.springframework.boot.test.autoconfigure.web.servlet.WebMvcTest;\n"));
    }

    @Test
    void itsTestsOfJettyPassWithCdi() {
        Map<String, String> files = tests("eclipse");
        files.replaceAll((name, text) -> text.replace(
                "SERVER.setHandler(shop);",
                "shop.addServletContainerInitializer(new org.jboss.weld.environment.servlet.EnhancedListener());\n"
                        + "SERVER.setHandler(shop);"));
        files.put(
                "META-INF/beans.xml",
                "<beans xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"4.0\" bean-discovery-mode=\"all\"/>");
        files.put("ostiary.properties", PAGE.blocks("properties").get(0).text());
        String told = TestedPage.run("page-tests-cdi", files, "jetty12", "jetty12-cdi");
        assertThat(told).contains("4 tests successful", "0 tests failed", "Weld");
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
