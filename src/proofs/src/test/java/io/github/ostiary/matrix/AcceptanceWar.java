package io.github.ostiary.matrix;

import io.github.ostiary.testing.RestKind;
import io.github.ostiary.testing.ServerLayout;
import io.github.ostiary.testing.ToolBodies;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.acceptance.ApplicationServlet;
import io.github.ostiary.testing.acceptance.CountingStore;
import io.github.ostiary.testing.acceptance.LimitedBean;
import io.github.ostiary.testing.acceptance.LimitedResource;
import io.github.ostiary.testing.acceptance.LimitedSessionBean;
import io.github.ostiary.testing.acceptance.PasswordStore;
import io.github.ostiary.testing.acceptance.Passwords;
import io.github.ostiary.testing.acceptance.RestApplication;
import io.github.ostiary.testing.acceptance.SessionBeanServlet;
import java.nio.file.Path;

/**
 * The one application of the matrix.
 *
 * @param name of its folder
 * @param thin with the thin jar and what it needs, else with the {@code -all} jar
 * @param complete whether {@code web.xml} says so of itself
 */
record AcceptanceWar(String name, boolean thin, boolean complete) {

    private static final String RULES =
            """
            trustedProxies=loopback
            limit.path.path=/limited
            limit.path.rate=3/1h
            limit.path.key=ip
            limit.async.path=/async
            limit.async.rate=2/1h
            limit.async.key=ip
            concurrency.held.path=/held
            concurrency.held.permits=1
            concurrency.held.key=ip
            concurrency.held.lease=10m
            limit.bean.rate=2/1h
            limit.bean.key=ip
            limit.resource.rate=2/1h
            limit.resource.key=ip
            limit.session-bean.rate=2/1h
            limit.session-bean.key=ip
            limit.tool.path=/tool
            limit.tool.when=%s
            limit.tool.rate=1/1h
            limit.tool.key=ip
            lockout.form.path=/sign-in, !/limited, !/home, !/async, !/held, !/holding, !/release, !/bean, !/looked, !/vault, !/facts, !/mark, !/tool
            lockout.form.key=param:u + ip
            lockout.form.failure=location:/sign-in?error*
            lockout.form.success=session-renewed
            lockout.form.steps=3/1m lock 5m
            lockout.json.path=/api/session
            lockout.json.key=json:user.name + ip
            lockout.json.failure=status:401
            lockout.json.success=status:204
            lockout.json.steps=3/1m lock 5m
            lockout.door.login=container
            lockout.door.key=principal + ip
            lockout.door.steps=3/1m lock 5m
            """
                    .formatted(ToolBodies.WHEN);

    private static final String SERVLETS =
            """
            <servlet>
              <servlet-name>application</servlet-name>
              <servlet-class>io.github.ostiary.testing.acceptance.ApplicationServlet</servlet-class>
              <async-supported>true</async-supported>
            </servlet>
            <servlet-mapping>
              <servlet-name>application</servlet-name>
              <url-pattern>/limited</url-pattern>
              <url-pattern>/home</url-pattern>
              <url-pattern>/sign-in</url-pattern>
              <url-pattern>/api/session</url-pattern>
              <url-pattern>/async</url-pattern>
              <url-pattern>/held</url-pattern>
              <url-pattern>/holding</url-pattern>
              <url-pattern>/release</url-pattern>
              <url-pattern>/bean</url-pattern>
              <url-pattern>/looked</url-pattern>
              <url-pattern>/vault</url-pattern>
              <url-pattern>/facts</url-pattern>
              <url-pattern>/mark</url-pattern>
              <url-pattern>/tool</url-pattern>
            </servlet-mapping>
            <security-constraint>
              <web-resource-collection>
                <web-resource-name>vault</web-resource-name>
                <url-pattern>/vault</url-pattern>
              </web-resource-collection>
              <auth-constraint><role-name>**</role-name></auth-constraint>
            </security-constraint>
            """;

    private static final String BASIC =
            "<login-config><auth-method>BASIC</auth-method><realm-name>test</realm-name></login-config>\n";

    /** Jersey, where the server has no JAX-RS. */
    private static final String JERSEY =
            """
            <servlet>
              <servlet-name>rest</servlet-name>
              <servlet-class>org.glassfish.jersey.servlet.ServletContainer</servlet-class>
              <init-param>
                <param-name>jersey.config.server.provider.classnames</param-name>
                <param-value>io.github.ostiary.testing.acceptance.LimitedResource</param-value>
              </init-param>
              <async-supported>true</async-supported>
            </servlet>
            <servlet-mapping><servlet-name>rest</servlet-name><url-pattern>/rest/*</url-pattern></servlet-mapping>
            """;

    private static final String SESSION_BEAN =
            """
            <servlet>
              <servlet-name>session-bean</servlet-name>
              <servlet-class>io.github.ostiary.testing.acceptance.SessionBeanServlet</servlet-class>
            </servlet>
            <servlet-mapping><servlet-name>session-bean</servlet-name><url-pattern>/ejb</url-pattern></servlet-mapping>
            """;

    /** Which jar at which path, in words. */
    String description() {
        return (thin ? "thin" : "-all") + " at " + contextPath() + (complete ? " (metadata-complete)" : "");
    }

    /** For a server of servlets: with CDI and JAX-RS inside. */
    Path embedded(EmbeddedKind kind) {
        return common(JERSEY + SERVLETS + BASIC, RULES)
                .cdi(kind)
                .jaxrs(RestKind.JERSEY)
                .build();
    }

    /**
     * For a server that has all of it: at {@code /app} with an EJB, of which some servers want no second by its name, and with
     * the users inside, where Jakarta Security asks for them.
     */
    Path full(boolean jakartaSecurity) {
        return full(common(elements(jakartaSecurity), RULES), jakartaSecurity);
    }

    /** The same without this jar, and so without limits. */
    Path fullBare(boolean jakartaSecurity) {
        return full(application(elements(jakartaSecurity)), jakartaSecurity);
    }

    private String elements(boolean jakartaSecurity) {
        return SERVLETS + (jakartaSecurity ? "" : BASIC) + (hasSessionBean() ? SESSION_BEAN : "");
    }

    private Path full(WarBuilder built, boolean jakartaSecurity) {
        String path = "<context-root>" + contextPath() + "</context-root>";
        WarBuilder war = built.everyClassIsABean()
                .file("WEB-INF/jboss-web.xml", "<jboss-web>" + path + "</jboss-web>")
                .file("WEB-INF/glassfish-web.xml", "<glassfish-web-app>" + path + "</glassfish-web-app>");
        if (hasSessionBean()) {
            war.classes(LimitedSessionBean.class, SessionBeanServlet.class);
        }
        return (jakartaSecurity ? war.classes(CountingStore.class, PasswordStore.class) : war).build();
    }

    /** For an EAR that has this jar, and a server with Jakarta Security; users inside, or in another WAR of the EAR. */
    void inEar() {
        var unused = application(SERVLETS)
                .properties(RULES)
                .everyClassIsABean()
                .classes(CountingStore.class, PasswordStore.class);
    }

    boolean hasSessionBean() {
        return name.endsWith("/app");
    }

    private String contextPath() {
        return name.endsWith("/ROOT") ? "/" : "/app";
    }

    /** The same without JAX-RS, which keeps class loaders of its own, and with the counters in Redis. */
    Path withRedis(ServerLayout server, String uri) {
        return common(SERVLETS + BASIC, RULES + "redis.timeout=10s\nredis.uri=" + uri + "\n")
                .cdi(server)
                .build();
    }

    /** The same without JAX-RS, and with the counters in the JVM. */
    Path lean(ServerLayout server) {
        return common(SERVLETS + BASIC, RULES).cdi(server).build();
    }

    /** The same without this jar, and so without limits: its annotations are then not there. */
    Path bare(ServerLayout server) {
        return application(SERVLETS + BASIC).cdi(server).build();
    }

    private WarBuilder common(String elements, String rules) {
        WarBuilder war = application(elements).properties(rules);
        return thin ? war.thinJar() : war.allJar();
    }

    private WarBuilder application(String elements) {
        return WarBuilder.war("matrix/" + name)
                .classes(ApplicationServlet.class, Passwords.class, LimitedBean.class)
                .classes(LimitedResource.class, RestApplication.class)
                .file(
                        "WEB-INF/web.xml",
                        """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="5.0" metadata-complete="%s">
                        %s
                        </web-app>
                        """
                                .formatted(complete, elements));
    }
}
