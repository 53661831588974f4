package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequestAttributeListener;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who listens to attributes; what is seen of true filter chains is in {@link ChainOrderIT}. */
class ChainCheckTest {

    private final List<Object> listeners = new ArrayList<>();

    private ServletContext on(String server) {
        FilterRegistration ours = fake(
                FilterRegistration.class,
                Map.of("getClassName", RateLimitFilter.class.getName(), "getUrlPatternMappings", List.of("/*")));
        return on(server, Map.of("ours", ours));
    }

    private ServletContext on(String server, Map<String, FilterRegistration> filters) {
        Map<String, Object> answers = Map.of(
                "getServerInfo",
                server,
                "getContextPath",
                "",
                "getClassLoader",
                getClass().getClassLoader(),
                "getFilterRegistrations",
                filters);
        return fake(ServletContext.class, answers);
    }

    private <T> T fake(Class<T> type, Map<String, Object> answers) {
        return type.cast(
                Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
                    if (method.getName().equals("addListener")) {
                        listeners.add(given[0]);
                    }
                    return answers.get(method.getName());
                }));
    }

    @Test
    void listensOnceWhereAnyFilterMayComeBeforeOurs() {
        ChainCheck check = new ChainCheck(on("Apache Tomcat/11.0.1"), false, true);
        check.watch();
        check.watch();
        assertThat(listeners).singleElement().isInstanceOf(ServletRequestAttributeListener.class);
    }

    @Test
    void nobodyPaysForAListenerWhereNoneCan() {
        ChainCheck check = new ChainCheck(on("Apache Tomcat/11.0.1"), false, true);
        check.standsFirst();
        check.watch();
        assertThat(listeners).isEmpty();
    }

    /** As Open Liberty answers of a filter that is mapped to paths only, or to servlets only. */
    @Test
    void registrationsMayHaveNullForNoMappings() {
        FilterRegistration theirs = fake(FilterRegistration.class, Map.of("getName", "theirs"));
        FilterRegistration ours =
                fake(FilterRegistration.class, Map.of("getClassName", RateLimitFilter.class.getName()));
        ChainCheck check =
                new ChainCheck(on("IBM WebSphere Liberty", Map.of("ours", ours, "theirs", theirs)), false, true);
        check.checkLast();
        check.watch();
        assertThat(listeners).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Apache Tomcat/10.1.59, true",
        "Apache Tomcat (TomEE)/10.1.24 (10.0.0), true",
        "jetty/12.1.12, true",
        "Undertow - 2.3.18.Final, false",
        "Payara Server 6.2024.9, false",
        "Something else, false"
    })
    void onlyOfTheseServersItIsKnownThatTheyKeepTheOrder(String server, boolean keeps) {
        assertThat(Registrations.keepOrder(on(server))).isEqualTo(keeps);
    }
}
