package io.github.ostiary.servlet;

import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.DispatchServlet;
import io.github.ostiary.testing.probe.EchoServlet;
import io.github.ostiary.testing.probe.GateFilter;
import io.github.ostiary.testing.probe.OwnAnswer;
import io.github.ostiary.testing.probe.OwnFilter;
import io.github.ostiary.testing.probe.PostsServlet;
import io.github.ostiary.testing.probe.StreamServlet;
import io.github.ostiary.testing.probe.ThrowingServlet;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The WARs of the filter's integration tests: the same application, registered and configured differently. */
final class Wars {

    private static final String ERROR_PAGE =
            """
            <error-page><error-code>418</error-code><location>/error/target</location></error-page>
            """;
    static final String FILTER =
            """
            <filter>
              <filter-name>doorkeeper</filter-name>
              <filter-class>io.github.ostiary.servlet.RateLimitFilter</filter-class>
            </filter>
            <filter-mapping>
              <filter-name>doorkeeper</filter-name>
              <url-pattern>/*</url-pattern>
              <dispatcher>REQUEST</dispatcher>
              <dispatcher>FORWARD</dispatcher>
              <dispatcher>INCLUDE</dispatcher>
              <dispatcher>ERROR</dispatcher>
              <dispatcher>ASYNC</dispatcher>
            </filter-mapping>
            """;
    static final String GATE =
            """
            <filter>
              <filter-name>gate</filter-name>
              <filter-class>io.github.ostiary.testing.probe.GateFilter</filter-class>
              <async-supported>true</async-supported>
            </filter>
            <filter-mapping><filter-name>gate</filter-name><url-pattern>/*</url-pattern></filter-mapping>
            """;
    private static final String SUBTREES = Stream.of("forward", "include", "error", "dispatch", "complete")
            .map(name -> rule(name, "/" + name + "/*"))
            .collect(Collectors.joining());
    static final String RULES = SUBTREES
            + Stream.of("once", "login", "head", "kinds", "post", "reference")
                    .map(name -> rule(name, "/" + name))
                    .collect(Collectors.joining())
            + rule("posts", "/users/*/posts")
            + rule("form", "/form") + "limit.form.key=param:u\nlimit.form.perIp=none\n"
            + rule("stream", "/stream") + "limit.stream.key=ip\nlimit.stream.when=param:u\n";

    private Wars() {}

    static String rule(String name, String path) {
        return "limit.%1$s.path=%2$s%nlimit.%1$s.rate=3/1h%n".formatted(name, path);
    }

    static Path webXml(String prefix) {
        return base(prefix + "-web-xml")
                .thinJar()
                .webXml(ERROR_PAGE + FILTER)
                .properties(RULES)
                .build();
    }

    static Path webFilter(String prefix) {
        return base(prefix + "-web-filter")
                .thinJarWithoutJedis()
                .classes(OwnFilter.class)
                .webXml(ERROR_PAGE)
                .properties(RULES)
                .build();
    }

    static Path automatic(String prefix) {
        return base(prefix + "-automatic")
                .thinJar()
                .webXml(ERROR_PAGE)
                .properties(RULES)
                .build();
    }

    static Path combined(String prefix) {
        return base(prefix + "-combined")
                .allJar()
                .classes(OwnFilter.class)
                .webXml(ERROR_PAGE + FILTER)
                .properties(RULES)
                .build();
    }

    static Path inert(String prefix) {
        return base(prefix + "-inert").allJar().build();
    }

    static Path last(String prefix) {
        return base(prefix + "-last")
                .allJar()
                .classes(GateFilter.class)
                .webXml(GATE)
                .properties("limit.a.path=/first-and-last\nlimit.a.rate=100/1h\n" + rule("b", "/first-and-last")
                        + "limit.b.position=last\n")
                .build();
    }

    static Path initParams(String prefix) {
        String params = rule("once", "/once") + rule("login", "/login") + "limit.login.position=last\n";
        String elements = params.lines()
                .map(line -> line.split("=", 2))
                .map(pair -> "<init-param><param-name>%s</param-name><param-value>%s</param-value></init-param>"
                        .formatted(pair[0], pair[1]))
                .collect(Collectors.joining("\n", "</filter-class>\n", ""));
        return base(prefix + "-init-params")
                .allJar()
                .webXml(FILTER.replace("</filter-class>", elements))
                .build();
    }

    static Path handler(String prefix) {
        return base(prefix + "-handler")
                .allJar()
                .classes(OwnAnswer.class)
                .properties(RULES + "denialHandler=" + OwnAnswer.class.getName() + "\n")
                .build();
    }

    static Path with(String name, String properties) {
        return base(name)
                .allJar()
                .file("refused.html", "<p>our own page</p>")
                .properties(RULES + properties)
                .build();
    }

    static WarBuilder base(String name) {
        return WarBuilder.war(name)
                .classes(EchoServlet.class, PostsServlet.class, StreamServlet.class, DispatchServlet.class)
                .classes(ThrowingServlet.class);
    }
}
