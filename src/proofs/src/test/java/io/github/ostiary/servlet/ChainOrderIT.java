package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.WebXml;
import io.github.ostiary.testing.probe.BackInitializer;
import io.github.ostiary.testing.probe.FrontFilter;
import io.github.ostiary.testing.probe.FrontInitializer;
import io.github.ostiary.testing.probe.GateFilter;
import io.github.ostiary.testing.probe.LambdaInitializer;
import io.github.ostiary.testing.probe.OwnInitializer;
import io.github.ostiary.testing.probe.WrappingFilter;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The filter stands where its position says, whatever stands around it, or says that it does not. */
class ChainOrderIT {

    private static final List<String> NAMES =
            List.of("ostiary-0.1.0.jar", "ostiary-0.1.0-all.jar", "ostiary.jar", "a.jar", "zz.jar");
    private static final List<Integer> FIRST = List.of(401, 401, 401, 429, 429);
    private static final List<Integer> BEHIND = List.of(401, 401, 401, 401, 401);

    private static final String FRONT = Wars.GATE.replace("gate", "front").replace("GateFilter", "FrontFilter");

    private static final String FORWARDED = FRONT.replace(
            "</url-pattern>", "</url-pattern><dispatcher>REQUEST</dispatcher><dispatcher>FORWARD</dispatcher>");
    private static final String FORM = WebXml.VAULT
            + """
            <login-config>
              <auth-method>FORM</auth-method><realm-name>test</realm-name>
              <form-login-config>
                <form-login-page>/kinds</form-login-page><form-error-page>/once</form-error-page>
              </form-login-config>
            </login-config>
            """;

    private static final String WRAPPING = Wars.GATE
            .replace("gate", "wrapping")
            .replace("GateFilter", "WrappingFilter")
            .replace(
                    "</filter-class>",
                    "</filter-class>\n<init-param><param-name>limit.login.path</param-name><param-value>/sign-in</param-value></init-param>"
                            + "<init-param><param-name>limit.login.rate</param-name><param-value>3/1h</param-value></init-param>");

    private final List<Path> wars = new ArrayList<>();
    private final List<Path> first = new ArrayList<>();
    private final List<Path> behind = new ArrayList<>();

    private WarBuilder war(String name) {
        WarBuilder war = Wars.base("order-" + name).thinJar().properties(Wars.rule("login", "/sign-in"));
        return war;
    }

    private static WarBuilder framed(WarBuilder war, String fragment) {
        return war.library("framework.jar", fragment, FrontInitializer.class, FrontFilter.class);
    }

    private static String fragment(String name, String ordering) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <web-fragment xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
                  <name>%s</name>
                  %s
                </web-fragment>
                """
                .formatted(name, ordering);
    }

    private Path first(WarBuilder war) {
        first.add(war.build());
        wars.add(war.build());
        return war.build();
    }

    private Path behind(WarBuilder war) {
        behind.add(war.build());
        wars.add(war.build());
        return war.build();
    }

    private static List<Integer> guesses(ServerUnderTest server, Path war) {
        URI door = server.uri(war).resolve("sign-in");
        return IntStream.range(0, 5)
                .mapToObj(i -> Browser.send(
                                "POST",
                                door,
                                "p=wrong",
                                StandardCharsets.UTF_8,
                                "Content-Type",
                                "application/x-www-form-urlencoded")
                        .statusCode())
                .toList();
    }

    private static List<String> warnings(ServerUnderTest server, Path war) {
        String who = "[/" + war.getFileName() + "] ";
        return server.log()
                .lines()
                .filter(line -> line.contains("not the first") && line.contains(who))
                .toList();
    }

    private void check(ServerKind kind) {
        try (ServerUnderTest server = ServerUnderTest.start(kind, wars, Map.of(), Map.of())) {
            for (Path war : first) {
                assertThat(guesses(server, war)).as("%s", war).isEqualTo(FIRST);
                assertThat(pass(server, war)).as("%s", war).isEqualTo(200);
                assertThat(warnings(server, war)).as("%s", war).isEmpty();
            }
            for (Path war : behind) {
                assertThat(guesses(server, war)).as("%s", war).isEqualTo(BEHIND);
                assertThat(warnings(server, war)).as("%s", war).hasSize(1);
                assertThat(warnings(server, war)).as("%s", war).allMatch(line -> line.contains("FrontFilter"));
                assertThat(pass(server, war)).as("%s", war).isEqualTo(200);
                assertThat(warnings(server, war)).as("%s, told once", war).hasSize(1);
            }
        }
    }

    private static int pass(ServerUnderTest server, Path war) {
        return Browser.get(server.uri(war).resolve("once"), "Ticket", "1").statusCode();
    }

    @ParameterizedTest
    @EnumSource
    void firstWhateverTheJarsAreCalled(ServerKind kind) {
        for (String name : NAMES) {
            first(framed(war(kind + "-" + name).jarNamed(name), ""));
            first(framed(war(kind + "-named-" + name).jarNamed(name), fragment("front", "")));
        }
        check(kind);
    }

    @ParameterizedTest
    @EnumSource
    void firstAmongManyOrSaysThatItIsNot(ServerKind kind) {
        first(framed(war(kind + "-absolute-us"), fragment("front", ""))
                .webXml("<absolute-ordering><name>ostiary</name><others/></absolute-ordering>"));
        behind(framed(war(kind + "-absolute-them"), fragment("front", ""))
                .webXml("<absolute-ordering><name>front</name><name>ostiary</name></absolute-ordering>"));
        behind(framed(war(kind + "-absolute-declared"), fragment("front", ""))
                .webXml("<absolute-ordering><name>front</name></absolute-ordering>" + Wars.FILTER));
        behind(framed(war(kind + "-declared"), "").webXml(Wars.FILTER));
        behind(war(kind + "-web-xml").classes(FrontFilter.class).webXml(FRONT + Wars.FILTER));
        first(war(kind + "-web-xml-first").classes(FrontFilter.class).webXml(Wars.FILTER + FRONT));
        first(framed(
                        war(kind + "-after-us"),
                        fragment("front", "<ordering><after><name>ostiary</name></after></ordering>"))
                .library("back.jar", fragment("back", ""), BackInitializer.class, GateFilter.class));
        first(framed(war(kind + "-installed"), fragment("front", ""))
                .classes(OwnInitializer.class)
                .file(
                        "WEB-INF/classes/META-INF/services/jakarta.servlet.ServletContainerInitializer",
                        OwnInitializer.class.getName())
                .webXml("<absolute-ordering><name>front</name><name>ostiary</name></absolute-ordering>"));
        first(wrapped(kind + "-wrapped", WRAPPING + FRONT));
        check(kind);
    }

    private static WarBuilder wrapped(String name, String webXml) {
        return Wars.base("order-" + name)
                .thinJar()
                .classes(FrontFilter.class, WrappingFilter.class)
                .webXml(webXml);
    }

    /** Who has no initializer of ours sees no request that a filter before it answers. */
    @ParameterizedTest
    @EnumSource
    void noticesLaterWhatLetsNobodyThrough(ServerKind kind) {
        Path wrapped = wrapped(kind + "-wrapped-behind", FRONT + WRAPPING).build();
        Path nameless = war(kind + "-nameless")
                .library("aa.jar", "", LambdaInitializer.class)
                .webXml("<absolute-ordering><others/><name>ostiary</name></absolute-ordering>")
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, wrapped, nameless)) {
            assertThat(pass(server, wrapped)).isEqualTo(200);
            assertThat(warnings(server, wrapped)).singleElement(STRING).contains("'front' (", "FrontFilter)");
            assertThat(pass(server, nameless)).isEqualTo(200);
            assertThat(warnings(server, nameless)).singleElement(STRING).contains("LambdaInitializer$$Lambda");
        }
    }

    @ParameterizedTest
    @EnumSource
    void lastBehindWhatOthersPutLast(ServerKind kind) {
        String last = "limit.a.path=/first-and-last\nlimit.a.rate=100/1h\n" + Wars.rule("b", "/first-and-last")
                + "limit.b.position=last\n";
        String servletName = Wars.GATE
                .replace("<url-pattern>/*</url-pattern>", "<servlet-name>echo</servlet-name>")
                .replace("gate", "named");
        String echo =
                """
                <servlet><servlet-name>echo</servlet-name><servlet-class>io.github.ostiary.testing.probe.EchoServlet</servlet-class></servlet>
                <servlet-mapping><servlet-name>echo</servlet-name><url-pattern>/echo</url-pattern></servlet-mapping>
                """;
        Path appended = war(kind + "-appended")
                .library("back.jar", fragment("back", ""), BackInitializer.class, GateFilter.class)
                .properties(last)
                .build();
        Path named = war(kind + "-by-name")
                .classes(GateFilter.class)
                .webXml(servletName + echo)
                .properties(last)
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, appended, named)) {
            URI door = server.uri(appended).resolve("first-and-last");
            for (int i = 0; i < 5; i++) {
                assertThat(Browser.get(door).statusCode()).isEqualTo(401);
            }
            List<Integer> tickets = IntStream.range(0, 4)
                    .mapToObj(i -> Browser.get(door, "Ticket", "1").statusCode())
                    .toList();
            assertThat(tickets).as("only who has a ticket counts").containsExactly(200, 200, 200, 429);
            assertThat(server.log().lines().filter(line -> line.contains("not the last")))
                    .singleElement(STRING)
                    .contains("[/" + named.getFileName() + "] ", "'named'");
        }
    }

    /** Tomcat's own examples: its login page is forwarded to before any filter, through filters behind ours that take forwards. */
    @ParameterizedTest
    @EnumSource
    void silentAboutWhatTheContainersLoginPageGoesThrough(ServerKind kind) {
        Path war = war(kind + "-form")
                .classes(FrontFilter.class)
                .webXml(FORWARDED + FORM)
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, war)) {
            for (int i = 0; i < 8; i++) {
                HttpResponse<String> page = Browser.get(server.uri(war).resolve("vault"));
                Browser.send(
                        "POST",
                        server.uri(war).resolve("j_security_check"),
                        "j_username=bob&j_password=wrong",
                        StandardCharsets.UTF_8,
                        "Content-Type",
                        "application/x-www-form-urlencoded",
                        "Cookie",
                        Applications.header(page, "Set-Cookie").split(";")[0]);
            }
            assertThat(pass(server, war)).isEqualTo(200);
            assertThat(warnings(server, war)).isEmpty();
        }
    }

    /** Without its fragment being read only luck, or the application, decides. */
    @ParameterizedTest
    @EnumSource
    void neverSilentWithCompleteMetadata(ServerKind kind) {
        String complete =
                """
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0" metadata-complete="true">
                <servlet><servlet-name>echo</servlet-name><servlet-class>io.github.ostiary.testing.probe.EchoServlet</servlet-class></servlet>
                <servlet-mapping><servlet-name>echo</servlet-name><url-pattern>/once</url-pattern></servlet-mapping>
                </web-app>
                """;
        for (String name : NAMES) {
            wars.add(framed(war(kind + "-complete-" + name).jarNamed(name), fragment("front", ""))
                    .file("WEB-INF/web.xml", complete)
                    .build());
        }
        try (ServerUnderTest server = ServerUnderTest.start(kind, wars, Map.of(), Map.of())) {
            for (Path war : wars) {
                boolean isFirst = guesses(server, war).equals(FIRST);
                assertThat(pass(server, war)).isEqualTo(200);
                assertThat(warnings(server, war)).as("%s", war).hasSize(isFirst ? 0 : 1);
            }
        }
    }

    /** Five wrong passwords and the right one for Spring Security's own form, with its own initializer. */
    @ParameterizedTest
    @EnumSource
    void firstBeforeSpringSecurityOrSaysThatItIsNot(ServerKind kind) {
        String rules = "limit.login.path=/login\nlimit.login.methods=POST\nlimit.login.rate=3/1h\n";
        for (String name : NAMES.subList(2, 4)) {
            wars.add(war(kind + "-spring-" + name)
                    .springSecurity()
                    .jarNamed(name)
                    .properties(rules)
                    .build());
        }
        Path ordered = war(kind + "-spring-ordered")
                .springSecurity()
                .properties(rules)
                .webXml("<absolute-ordering><name>spring_web</name><name>ostiary</name><others/></absolute-ordering>")
                .build();
        Path declared = war(kind + "-spring-declared")
                .springSecurity()
                .properties(rules)
                .webXml(Wars.FILTER)
                .build();
        List<Path> all = new ArrayList<>(wars);
        all.addAll(List.of(ordered, declared));
        try (ServerUnderTest server = ServerUnderTest.start(kind, all, Map.of(), Map.of())) {
            for (Path war : wars) {
                assertThat(signIns(server, war)).as("%s", war).containsExactly(302, 302, 302, 429, 429, 429);
                assertThat(warnings(server, war)).as("%s", war).isEmpty();
            }
            for (Path war : List.of(ordered, declared)) {
                assertThat(signIns(server, war)).as("%s", war).containsOnly(302);
                assertThat(warnings(server, war))
                        .as("%s", war)
                        .singleElement(STRING)
                        .contains("'springSecurityFilterChain' (org.springframework.web.filter.DelegatingFilterProxy)");
            }
        }
    }

    private static List<Integer> signIns(ServerUnderTest server, Path war) {
        URI door = server.uri(war).resolve("login");
        return IntStream.range(0, 6)
                .mapToObj(i -> Browser.send(
                                "POST",
                                door,
                                "username=bob&password=" + (i < 5 ? "wrong" : "right"),
                                StandardCharsets.UTF_8,
                                "Content-Type",
                                "application/x-www-form-urlencoded")
                        .statusCode())
                .toList();
    }
}
