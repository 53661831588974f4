package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Under which paths a servlet serves the same. */
class ServletPathsTest {

    private static ServletRegistration servlet(String className, @Nullable List<String> mappings) {
        return (ServletRegistration) Proxy.newProxyInstance(
                ServletPathsTest.class.getClassLoader(),
                new Class<?>[] {ServletRegistration.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getMappings" -> mappings;
                    case "getClassName" -> className;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static ServletPaths paths(ServletRegistration... servlets) {
        return paths(Set.of(), servlets);
    }

    private static ServletPaths paths(Set<String> ruled, ServletRegistration... servlets) {
        Map<String, ServletRegistration> all = new LinkedHashMap<>();
        for (ServletRegistration servlet : servlets) {
            all.put("servlet" + all.size(), servlet);
        }
        return ServletPaths.of(
                (ServletContext) Proxy.newProxyInstance(
                        ServletPathsTest.class.getClassLoader(),
                        new Class<?>[] {ServletContext.class},
                        (proxy, method, arguments) -> all),
                ruled);
    }

    private static ServletRegistration some(String... mappings) {
        return servlet("com.example.Some", List.of(mappings));
    }

    private static final ServletRegistration FACES =
            servlet("jakarta.faces.webapp.FacesServlet", List.of("*.jsf", "*.faces", "*.xhtml", "/faces/*", "/login"));

    /** As Open Liberty answers. */
    @Test
    void nullIsNoMapping() {
        assertThat(paths(servlet("com.example.Some", null)).any).isFalse();
    }

    @Test
    void aPageIsServedUnderEachMapping() {
        ServletPaths paths = paths(some("/"), FACES);
        List<String> all =
                List.of("/login.xhtml", "/login.jsf", "/login.faces", "/faces/login.xhtml", "/login", "/faces/login");
        for (String path : all) {
            assertThat(paths.aliases(path))
                    .as(path)
                    .contains(without(all, path))
                    .doesNotContain(path);
        }
        assertThat(paths.aliases("/a/b.jsf")).contains("/a/b.xhtml", "/faces/a/b.xhtml", "/faces/a/b");
        assertThat(paths.aliases("/faces/a/b.xhtml")).contains("/a/b.jsf").doesNotContain("/login");
    }

    private static String[] without(List<String> all, String path) {
        return all.stream().filter(one -> !one.equals(path)).toArray(String[]::new);
    }

    @Test
    void aPageOfFacesIsNamedXhtmlThoughThatIsNotMapped() {
        ServletPaths paths = paths(servlet("jakarta.faces.webapp.FacesServlet", List.of("*.jsf", "/faces/*")));
        assertThat(paths.aliases("/login.jsf")).contains("/faces/login.xhtml");
        assertThat(paths.aliases("/faces/login.xhtml")).contains("/login.jsf");
    }

    @Test
    void twoRootsOfOneServletServeTheSameWhereARuleIsAboutASinglePath() {
        ServletPaths paths = paths(Set.of("/rest/v1/login", "/api/x.json"), some("/api/*", "/rest/v1/*"));
        assertThat(paths.aliases("/api/users/7"))
                .as("servlets may tell /show/7 and /delete/7 apart")
                .isEmpty();
        assertThat(paths.aliases("/api/login")).containsExactly("/rest/v1/login");
        assertThat(paths.aliases("/rest/v1/x.json")).containsExactly("/api/x.json");
        assertThat(paths.aliases("/other")).isEmpty();
    }

    @Test
    void theServletThatServesAPathIsFoundAsContainersFindIt() {
        ServletPaths paths = paths(some("/"), some("/faces/x", "/y"), FACES, some("*.do"));
        assertThat(paths.aliases("/faces/x")).isEmpty();
        assertThat(paths.aliases("/save.do")).isEmpty();
        assertThat(paths.aliases("/style.css")).isEmpty();
        assertThat(paths(some("/", "*.do"), some("/save/*")).aliases("/save/x.do"))
                .isEmpty();
        assertThat(paths(some("/", "*.do")).aliases("/save")).containsExactly("/save.do");
        assertThat(paths(some("/*", "*.do")).aliases("/save.do")).contains("/save");
    }

    @Test
    void whatIsMappedOnceHasNoOtherPath() {
        ServletPaths paths = paths(some("/"), some("/login"), some("/a/*"));
        for (String path : List.of("/", "/login", "/a", "/a/b", "/x.html")) {
            assertThat(paths.aliases(path)).as(path).isEmpty();
        }
        assertThat(ServletPaths.NONE.aliases("/a")).isEmpty();
    }

    @Test
    void ofExactMappingsNobodyKnowsWhetherTheyAreOnePage() {
        assertThat(paths(some("/login", "/sign-in", "/login.do")).others("/login"))
                .containsExactly("/sign-in");
        assertThat(paths(some("/login/*")).others("/login")).containsExactly("/login/*");
        assertThat(paths(some("/login/*")).others("/login/x")).isEmpty();
        assertThat(paths(some("/login"), some("/sign-in")).others("/login")).isEmpty();
        assertThat(paths(FACES).others("/login")).isEmpty();
        assertThat(paths(some("/*")).others("/login")).isEmpty();
    }
}
