package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ConfigurationException;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.redis.RedisUri;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.JavaBlocks;
import io.github.ostiary.testing.Modules;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.Page.Block;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** What the README and the pages say is what there is. What single blocks promise is in {@code ReadmeScenarioTest} and beside it. */
class ReadmeTest {

    private static final Page README = Page.README;
    private static final Page CONFIGURATION = Page.of("src/docs/configuration.md");

    /** Languages whose blocks are tested here, those of browsers by PuzzleBrowserIT, and those that nothing here could run. */
    private static final Set<String> TESTED =
            Set.of("mermaid", "properties", "xml", "java", "console", "yaml", "html", "js");

    private static final Set<String> SHOWN = Set.of("sh", "text", "nginx");

    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `([A-Za-z0-9.,{}]+)` \\| (.+?) \\|(?: (.+?) \\| .+ \\|)?$");

    private static Stream<Block> blocks(String language) {
        return Page.all().stream().flatMap(page -> page.blocks(language).stream());
    }

    private static GuardBuilder builder(Map<String, String> properties) {
        GuardBuilder builder =
                GuardBuilder.create().timeSource(new ManualTimeSource()).property("store", "local");
        properties.forEach(builder::property);
        return builder;
    }

    @Test
    void theReadmeStaysShort() {
        assertThat(README.text().lines()).hasSizeLessThanOrEqualTo(170);
    }

    @Test
    void everyBlockIsTestedOrOfAKindThatCannotBe() {
        assertThat(Page.all())
                .allSatisfy(page -> assertThat(page.blocks()).allSatisfy(block -> assertThat(block.language())
                        .as(block.where())
                        .matches(language -> TESTED.contains(language) || SHOWN.contains(language))));
    }

    @Test
    void itsConfigurationDeploys() {
        assertThat(Stream.concat(blocks("properties"), blocks("yaml")))
                .isNotEmpty()
                .allSatisfy(block -> {
                    Map<String, String> ours = ours(block.properties());
                    builder(ours).build().close();
                    Optional.ofNullable(ours.get("redis.uri"))
                            .filter(uri -> !uri.startsWith("$"))
                            .ifPresent(uri -> assertThat(RedisUri.parse(uri)).isNotNull());
                });
    }

    /** Where others have a say in a file, our keys have a prefix. */
    private static Map<String, String> ours(Map<String, String> written) {
        Map<String, String> ours = new HashMap<>();
        written.forEach((key, value) -> {
            if (key.startsWith("ostiary.")) {
                ours.put(key.substring("ostiary.".length()), value);
            }
        });
        return ours.isEmpty() ? written : ours;
    }

    @Test
    void itsXmlDeploys() {
        assertThat(blocks("xml")).isNotEmpty().allSatisfy(block -> {
            Document xml = xml(block.text());
            Map<String, String> params = new HashMap<>();
            List<String> values = texts(xml, "param-value");
            List<String> names = texts(xml, "param-name");
            for (int i = 0; i < names.size(); i++) {
                params.put(names.get(i), values.get(i));
            }
            builder(params).build().close();
            for (String filter : texts(xml, "filter-class")) {
                assertThat(Class.forName(filter)).isNotNull();
            }
            if (!texts(xml, "artifactId").isEmpty()) {
                String pom = Page.of("src/jar/pom.xml").text()
                        + Page.of("src/testkit/pom.xml").text();
                assertThat(pom)
                        .contains("<artifactId>" + texts(xml, "artifactId").get(0) + "</artifactId>")
                        .contains("<version>" + texts(xml, "version").get(0) + "</version>");
            }
        });
    }

    /** The tests that a page shows need other libraries: ApplicationTestsPageIT runs them. */
    @Test
    void itsJavaCompiles() {
        assertThat(blocks("java"))
                .filteredOn(block -> !block.where().contains("testing-your-application.md"))
                .isNotEmpty()
                .allSatisfy(block -> assertThat(JavaBlocks.problems(block.text()))
                        .as(block.where())
                        .isEmpty());
    }

    @Test
    void javaThatDoesNotCompileIsNoticed() {
        assertThat(JavaBlocks.problems("guard.limiter(\"reply\").tryAquire(Key.ip(\"1.2.3.4\"));"))
                .contains("tryAquire");
    }

    @Test
    void documentsEveryKeyOnceAndNoOther() {
        Set<String> keys = new TreeSet<>(GlobalKeys.ALL.known().keySet());
        for (RuleVocabulary kind : RuleVocabulary.values()) {
            kind.keys().known().keySet().stream()
                    .filter(key -> kind != RuleVocabulary.SIGNIN || !ofPart(key))
                    .forEach(key -> keys.add(kind.prefix() + ".NAME." + key));
        }
        keys.add("signin.NAME.PART.KEY");
        keys.add("limit.NAME.rate.PLAN");
        List<String> rows = ROW.matcher(CONFIGURATION.text())
                .results()
                .flatMap(row -> Page.keys(row.group(1)).stream())
                .filter(key -> !key.startsWith("io.github.ostiary"))
                .toList();
        assertThat(rows).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(keys);
    }

    private static boolean ofPart(String key) {
        return SignInPart.byKey(key).isPresent();
    }

    /** A value that is out of all bounds is refused with those of the page. */
    @Test
    void tellsTheBoundsOfEveryFigure() {
        List<String> bounded = new ArrayList<>();
        Matcher row = ROW.matcher(CONFIGURATION.text());
        while (row.find()) {
            String bounds = String.valueOf(row.group(3)).replaceAll(", `\\w+`$|,", "");
            if (bounds.matches("\\d+[a-z]* to \\d+[a-z]*")) {
                for (String each : Page.keys(row.group(1))) {
                    String key = each.replace("NAME", "a");
                    bounded.add(key);
                    assertThatThrownBy(() -> builder(around(key))
                                    .property(key, bounds.matches(".*[a-z]$") ? "99999999d" : "-1")
                                    .build()
                                    .close())
                            .as(key)
                            .isInstanceOf(ConfigurationException.class)
                            .hasMessageContaining(" from " + bounds);
                }
            }
        }
        assertThat(bounded).hasSizeGreaterThan(20);
    }

    private static Map<String, String> around(String key) {
        String algorithm = key.endsWith("precision") ? "sliding-window" : "token-bucket";
        Map<String, String> lockout = Map.of(
                "lockout.a.path",
                "/a",
                "lockout.a.failure",
                "status:401",
                "lockout.a.steps",
                "3/1m challenge",
                "lockout.a.key",
                "param:a",
                "lockout.a.challenge.verifier",
                key.contains("puzzle") ? "puzzle" : "com.example.Captcha");
        return switch (key.split("\\.")[0]) {
            case "limit" -> Map.of("limit.a.rate", "5/1m", "limit.a.path", "/a", "limit.a.algorithm", algorithm);
            case "concurrency" -> Map.of("concurrency.a.permits", "5", "concurrency.a.path", "/a");
            case "lockout" -> lockout;
            case "block" -> Map.of("block.a.ip", "1.2.3.4");
            case "signin" -> key.contains("puzzle")
                    ? Map.of("signin.a.name", "param:a", "signin.a.path", "/a", "signin.a.captcha", "puzzle")
                    : Map.of("signin.a.name", "param:a", "signin.a.path", "/a");
            default -> Map.of();
        };
    }

    @Test
    void comparesAllAlgorithms() {
        String page = Page.of("src/docs/algorithms.md").text();
        assertThat(Algorithm.values())
                .allSatisfy(algorithm -> assertThat(page).containsPattern("(?m)^\\| `" + algorithm.configName() + "`"));
    }

    @Test
    void itsProblemsAreTheOnesTold() {
        Map<String, String> wrong = Map.of(
                "limit.reply.rat",
                "5/1m",
                "limit.reply.rate",
                "5/1m",
                "limit.search.rate",
                "100/1x",
                "limit.api.rate",
                "100/1m",
                "limit.api.key",
                "header:X-Api-Key | ip");
        assertThatThrownBy(() -> builder(wrong).build())
                .isInstanceOf(ConfigurationException.class)
                .satisfies(e -> assertThat(CONFIGURATION.text()).contains(e.getMessage()));
    }

    /** Of each line, every part of some length between what differs. */
    @Test
    void itsLogLinesAreLogged() throws IOException {
        String logged = literals();
        List<String> lines = Pattern.compile("(?m)^\\| `([^`]+)` \\| (?:INFO|WARNING|ERROR) \\|")
                .matcher(Page.of("src/docs/log-lines.md").text())
                .results()
                .map(row -> row.group(1))
                .toList();
        assertThat(lines).hasSizeGreaterThan(15).allSatisfy(line -> assertThat(
                        Stream.of(line.split("…")).map(String::strip).filter(part -> part.length() > 9))
                .isNotEmpty()
                .allMatch(logged::contains));
    }

    private static String literals() throws IOException {
        try (Stream<Path> files = Modules.files("src/main/java")) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> Page.of(file.toString()).text())
                    .map(text -> text.replaceAll("\"\\s*\\+\\s*\"", "").replace("''", "'"))
                    .collect(Collectors.joining("\n"));
        }
    }

    @Test
    void linksLeadSomewhere() {
        assertThat(Page.all()).allSatisfy(page -> assertThat(page.links())
                .filteredOn(link -> !link.matches("https?://.*"))
                .allSatisfy(link -> {
                    String[] parts = link.split("#", 2);
                    Path target = parts[0].isEmpty()
                            ? page.path()
                            : Path.of("")
                                    .resolve(page.path())
                                    .resolveSibling(parts[0])
                                    .normalize();
                    assertThat(target).as(link + " in " + page.path()).exists();
                    if (parts.length == 2) {
                        assertThat(Page.of(target.toString()).anchors())
                                .as(link + " in " + page.path())
                                .contains(parts[1]);
                    }
                }));
    }

    @Test
    void everyPageIsLinkedFromTheReadmeOrAnIndex() {
        List<Path> linked = Stream.of(README, Page.of("src/docs/recipes.md"), Page.of("src/docs/decisions/README.md"))
                .flatMap(page -> page.links().stream()
                        .map(link ->
                                page.path().resolveSibling(link.split("#")[0]).normalize()))
                .toList();
        assertThat(Page.all()).filteredOn(page -> page != README).allSatisfy(page -> assertThat(linked)
                .contains(page.path()));
    }

    /** What a reader can do after it, and where its words are explained. */
    @Test
    void everyPageBeginsWithItsUse() {
        assertThat(Page.all())
                .filteredOn(page ->
                        page.path().startsWith("src/docs") && !page.path().startsWith("src/docs/decisions"))
                .allSatisfy(page -> assertThat(page.text().split("\n")[2])
                        .as("first sentence of " + page.path())
                        .startsWith("After this page you "))
                .filteredOn(page -> !page.path().endsWith("glossary.md"))
                .allSatisfy(page ->
                        assertThat(page.links()).as(page.path().toString()).contains("glossary.md"));
    }

    @Test
    void theGlossaryStaysShort() {
        assertThat(Pattern.compile("(?m)^\\| [a-z]")
                        .matcher(Page.of("src/docs/glossary.md").text())
                        .results())
                .hasSizeLessThanOrEqualTo(21);
    }

    /** The log's and the configuration's own words are in code. */
    @Test
    void callersAreDenied() {
        assertThat(Page.all()).allSatisfy(page -> assertThat(page.prose().replaceAll("`[^`]+`", ""))
                .doesNotContainPattern("(?i)refus"));
    }

    private static Document xml(String fragment) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader("<all>" + fragment + "</all>")));
    }

    private static List<String> texts(Document xml, String element) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < xml.getElementsByTagName(element).getLength(); i++) {
            texts.add(((Element) xml.getElementsByTagName(element).item(i))
                    .getTextContent()
                    .strip());
        }
        return texts;
    }
}
