package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContext;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** When sign-ins are guarded that come before any filter. */
class LoginEdgeTest {

    private static ServletContext on(String server) {
        return (ServletContext) Proxy.newProxyInstance(
                LoginEdgeTest.class.getClassLoader(),
                new Class<?>[] {ServletContext.class},
                (self, method, given) -> method.getName().equals("getServerInfo") ? server : null);
    }

    /** WildFly makes filters at the first request that gets as far: until then it looked at passwords unguarded. */
    @Test
    void whoMakesFiltersLateIsReachedAsTheApplicationBegins() {
        assertThat(LoginEdge.comesWithFilters(on("Apache Tomcat/11.0.24"))).isTrue();
        assertThat(LoginEdge.comesWithFilters(on("jetty/12.0.27"))).isTrue();
        assertThat(LoginEdge.comesWithFilters(on("WildFly 39.0.1.Final (WildFly Core 31.0.3.Final) - 2.3.23.Final")))
                .isFalse();
    }
}
