package io.github.ostiary.servlet;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.WebXml;
import io.github.ostiary.testing.acceptance.ApplicationServlet;
import io.github.ostiary.testing.acceptance.PasswordStore;
import io.github.ostiary.testing.acceptance.Passwords;
import io.github.ostiary.testing.platform.FormStore;
import io.github.ostiary.testing.probe.LoginServlet;
import io.github.ostiary.testing.probe.PortalServlet;
import io.github.ostiary.testing.probe.Riddle;
import io.github.ostiary.testing.probe.SessionApiServlet;
import io.github.ostiary.testing.signin.FormSignIn;
import io.github.ostiary.testing.signin.JsonSignIn;
import io.github.ostiary.testing.signin.SignInOutcomes;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The sign-ins of src/docs/recipes-sign-in.md, each with the application it is for, together on one Tomcat. Those of Spring Boot are
 * in {@link SpringBootIT}, that of Apereo CAS in {@link DownloadedCasIT}.
 */
class SignInApplicationsIT {

    private static final String NOWHERE = "location:/nowhere*";

    private static final Map<String, Path> WARS = new LinkedHashMap<>();
    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        WARS.put(
                "spring",
                war("spring", SignInOutcomes.properties("Spring Security by path", NOWHERE))
                        .springSecurity()
                        .build());
        WARS.put(
                "spring-verdict",
                war("spring-verdict", SignInOutcomes.properties("Spring Security"))
                        .springSecurity()
                        .build());
        WARS.put(
                "shiro",
                war("shiro", SignInOutcomes.properties("Apache Shiro", null))
                        .shiro()
                        .build());
        WARS.put(
                "faces",
                war("faces", SignInOutcomes.properties("Jakarta Faces", NOWHERE))
                        .cdi(ServerKind.TOMCAT)
                        .faces()
                        .build());
        WARS.put(
                "soteria",
                war("soteria", SignInOutcomes.properties("Container login"))
                        .cdi(ServerKind.TOMCAT)
                        .everyClassIsABean()
                        .soteria()
                        .classes(ApplicationServlet.class, PasswordStore.class, Passwords.class, FormStore.class)
                        .webXml(
                                """
                                <servlet>
                                  <servlet-name>application</servlet-name>
                                  <servlet-class>io.github.ostiary.testing.acceptance.ApplicationServlet</servlet-class>
                                </servlet>
                                <servlet-mapping>
                                  <servlet-name>application</servlet-name>
                                  <url-pattern>/vault</url-pattern><url-pattern>/form</url-pattern><url-pattern>/wrong</url-pattern>
                                </servlet-mapping>
                                """
                                        + WebXml.VAULT)
                        .build());
        WARS.put(
                "container",
                war("container", SignInOutcomes.properties("Container login"))
                        .classes(LoginServlet.class)
                        .file("login.html", "<form method=\"post\" action=\"j_security_check\">")
                        .file("wrong.html", "wrong")
                        .webXml(
                                WebXml.VAULT
                                        + """
                                        <login-config>
                                          <auth-method>FORM</auth-method>
                                          <form-login-config>
                                            <form-login-page>/login.html</form-login-page>
                                            <form-error-page>/wrong.html</form-error-page>
                                          </form-login-config>
                                        </login-config>
                                        """)
                        .build());
        WARS.put(
                "json",
                war("json", SignInOutcomes.properties("JSON login", null))
                        .classes(SessionApiServlet.class)
                        .jarOf(ObjectMapper.class)
                        .jarOf(JsonProperty.class)
                        .jarOf(JsonFactory.class)
                        .build());
        WARS.put(
                "form",
                war("form", SignInOutcomes.properties("Login form", NOWHERE))
                        .classes(PortalServlet.class)
                        .build());
        server = ServerUnderTest.start(
                ServerKind.TOMCAT, List.copyOf(WARS.values()), Map.of(), Map.of("naming", "true"));
    }

    private static WarBuilder war(String name, String properties) {
        return WarBuilder.war("sign-in-of/" + name)
                .allJar()
                .classes(Riddle.class)
                .properties(properties);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static URI uri(String war, String path) {
        return server.uri(WARS.get(war)).resolve(path);
    }

    private static boolean leadsTo(HttpResponse<?> answer, String end) {
        return answer.statusCode() / 100 == 3
                && Applications.header(answer, "Location").endsWith(end);
    }

    @TestFactory
    Stream<DynamicTest> springSecurity() {
        return SignInOutcomes.of(
                FormSignIn.at(
                        uri("spring", "login"),
                        answer -> leadsTo(answer, uri("spring", "").getPath()),
                        server::log),
                "Spring Security by path",
                "session-renewed");
    }

    /** In a WAR without Spring Boot: Spring Security itself finds what guards it. */
    @TestFactory
    Stream<DynamicTest> springSecurityByItsOwnVerdict() {
        return SignInOutcomes.of(FormSignIn.at(
                uri("spring-verdict", "login"),
                answer -> leadsTo(answer, uri("spring-verdict", "").getPath()),
                server::log));
    }

    @TestFactory
    Stream<DynamicTest> apacheShiro() {
        return SignInOutcomes.of(
                FormSignIn.at(
                        uri("shiro", "login"),
                        answer -> Applications.header(answer, "Location").startsWith("/shiro/account"),
                        server::log),
                "Apache Shiro",
                "location:/account*");
    }

    @TestFactory
    Stream<DynamicTest> jakartaFaces() {
        URI login = uri("faces", "login.xhtml");
        return SignInOutcomes.of(
                new FormSignIn(
                        login,
                        login,
                        "form:username",
                        "form:password",
                        "secret",
                        answer -> leadsTo(answer, "/account.xhtml"),
                        server::log,
                        true),
                "Jakarta Faces",
                "principal");
    }

    @TestFactory
    Stream<DynamicTest> jakartaSecurity() {
        return SignInOutcomes.of(byContainer("soteria", "right", false));
    }

    @TestFactory
    Stream<DynamicTest> formLoginOfTomcat() {
        return SignInOutcomes.of(byContainer("container", "secret", true));
    }

    private static FormSignIn byContainer(String war, String password, boolean saysWhenDenied) {
        return new FormSignIn(
                uri(war, "vault"),
                uri(war, "j_security_check"),
                "j_username",
                "j_password",
                password,
                answer -> leadsTo(answer, "/vault"),
                server::log,
                saysWhenDenied);
    }

    @TestFactory
    Stream<DynamicTest> anApiOfJson() {
        return SignInOutcomes.of(
                new JsonSignIn(uri("json", "api/session"), "right", server::log), "JSON login", "status:204");
    }

    @TestFactory
    Stream<DynamicTest> aFormOfOnesOwn() {
        // Redirects are relative there.
        return SignInOutcomes.of(
                FormSignIn.at(uri("form", "login"), answer -> leadsTo(answer, "account"), server::log),
                "Login form",
                "session-renewed");
    }
}
