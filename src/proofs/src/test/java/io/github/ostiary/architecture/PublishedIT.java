package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Modules;
import io.github.ostiary.testing.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** What Maven Central demands of each artifact, before a release: its pom, its sources, its Javadoc. Signatures: .ci/publishable. */
class PublishedIT {

    /** Of the published pom, each with text. */
    private static final List<String> DEMANDED = List.of(
            "groupId",
            "artifactId",
            "version",
            "name",
            "description",
            "url",
            "licenses/license/name",
            "licenses/license/url",
            "developers/developer/name",
            "scm/connection",
            "scm/developerConnection",
            "scm/url");

    /** As builds with Gradle write them. */
    private static final Pattern COORDINATES = Pattern.compile("io\\.github\\.ostiary:(ostiary[\\w.:-]*:[\\w.-]+)");

    private static final XPath XPATH = XPathFactory.newInstance().newXPath();

    /** Modules below the parent of what is published. */
    static List<Path> published() {
        return Modules.all("pom.xml").stream()
                .filter(pom -> read(pom).contains("<relativePath>../published</relativePath>"))
                .map(Path::getParent)
                .toList();
    }

    private static Document pom(Path module) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(module.resolve("target/.flattened-pom.xml").toFile());
        } catch (Exception e) {
            throw new AssertionError(module + " has no flattened pom", e);
        }
    }

    private static String text(Node from, String path) {
        try {
            return XPATH.evaluate(path, from).strip();
        } catch (XPathExpressionException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Node> nodes(Node from, String path) {
        try {
            NodeList found = (NodeList) XPATH.evaluate(path, from, XPathConstants.NODESET);
            List<Node> nodes = new ArrayList<>();
            for (int i = 0; i < found.getLength(); i++) {
                nodes.add(found.item(i));
            }
            return nodes;
        } catch (XPathExpressionException e) {
            throw new AssertionError(e);
        }
    }

    /** What Central, or the user who comes after, would complain of. */
    private static List<String> complaints(Document pom) {
        List<String> complaints = new ArrayList<>();
        DEMANDED.stream()
                .filter(path -> text(pom, "/project/" + path).isEmpty())
                .forEach(complaints::add);
        Stream.of("parent", "modules", "repositories", "pluginRepositories", "build", "profiles")
                .filter(path -> !nodes(pom, "/project/" + path).isEmpty())
                .forEach(complaints::add);
        for (Node dependency : nodes(pom, "//dependency")) {
            if (text(dependency, "version").isEmpty()
                    || text(dependency, "scope").matches("system|test|import")) {
                complaints.add("dependency " + text(dependency, "artifactId"));
            }
        }
        // A list of versions may speak of its own.
        String all = pom.getDocumentElement().getTextContent().replace("${project.version}", "");
        if (all.contains("${")) {
            complaints.add("a property: " + all.substring(all.indexOf("${"), all.indexOf('}') + 1));
        }
        return complaints;
    }

    @Test
    void theJarTheTestKitAndTheListOfVersionsArePublished() {
        assertThat(published())
                .containsExactlyInAnyOrder(Path.of("src", "jar"), Path.of("src", "testkit"), Path.of("src", "bom"));
    }

    @ParameterizedTest
    @MethodSource("published")
    void itsPomSaysWhatCentralDemands(Path module) {
        assertThat(complaints(pom(module))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name",
                "description",
                "url",
                "licenses",
                "developers",
                "scm/developerConnection",
                "dependencies//version"
            })
    void aPomThatLacksItIsNoticed(String path) {
        Document pom = pom(Path.of("src", "testkit"));
        Node missing = nodes(pom, "/project/" + path).get(0);
        missing.getParentNode().removeChild(missing);

        assertThat(complaints(pom)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jar", "testkit"})
    void itsSourcesAndItsJavadocLieBeside(String module) throws IOException {
        Document pom = pom(Path.of("src", module));
        String name = text(pom, "/project/artifactId") + "-" + text(pom, "/project/version");

        assertThat(entries(name + "-sources.jar")).contains(typeOf(module) + ".java");
        assertThat(entries(name + "-javadoc.jar"))
                .contains("index.html")
                .anyMatch(page -> page.endsWith(typeOf(module) + ".html"));
    }

    private static String typeOf(String module) {
        return module.equals("jar") ? "io/github/ostiary/Guard" : "io/github/ostiary/testkit/OstiaryTest";
    }

    private static List<String> entries(String jar) throws IOException {
        try (JarFile file = new JarFile(Path.of("target", jar).toFile())) {
            return file.stream().map(entry -> entry.getName()).toList();
        }
    }

    @Test
    void theListOfVersionsHasAllThatIsPublished() {
        Document bom = pom(Path.of("src", "bom"));
        String version = text(bom, "/project/version");

        assertThat(nodes(bom, "/project/dependencyManagement/dependencies/dependency"))
                .extracting(managed -> text(managed, "groupId") + ":" + text(managed, "artifactId") + ":"
                        + text(managed, "version").replace("${project.version}", version))
                .containsExactly(
                        "io.github.ostiary:ostiary:" + version, "io.github.ostiary:ostiary-testkit:" + version);
    }

    @Test
    void thePagesNameWhatIsPublishedInTheVersionThatIsBuilt() {
        List<String> known = published().stream()
                .map(PublishedIT::pom)
                .map(pom -> text(pom, "/project/artifactId") + ":" + text(pom, "/project/version"))
                .toList();
        List<String> named = Page.all().stream()
                .flatMap(page -> COORDINATES.matcher(page.text()).results())
                .map(found -> found.group(1))
                .distinct()
                .toList();

        assertThat(named).containsExactlyInAnyOrderElementsOf(known);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
