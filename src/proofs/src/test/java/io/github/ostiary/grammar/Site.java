package io.github.ostiary.grammar;

import io.github.ostiary.matrix.EmbeddedKind;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;

/** The application on one server, at {@code /app}. */
final class Site implements AutoCloseable {

    static final int THRESHOLD = 3;
    static final int RATE = 3;
    static final int PERMITS = 2;

    private static final String RULES =
            """
            trustedProxies=loopback
            lockout.form.path=/in/*, /parts/*, /signin.xhtml
            lockout.form.key=param:u
            lockout.form.failure=status:401
            lockout.form.success=status:204
            lockout.form.steps=3/1h lock 15m
            lockout.form.wait=0s
            lockout.form.settle=10m
            lockout.json.path=/json/*
            lockout.json.methods=POST
            lockout.json.key=json:u
            lockout.json.failure=status:401
            lockout.json.success=status:204
            lockout.json.steps=3/1h lock 15m
            lockout.json.wait=0s
            lockout.json.settle=10m
            limit.page.path=/page
            limit.page.key=ip
            limit.page.rate=3/1h
            limit.sms.path=/sms/*
            limit.sms.methods=POST
            limit.sms.key=param:phone/digits
            limit.sms.perIp=none
            limit.sms.rate=3/1h
            concurrency.report.path=/report/*
            concurrency.report.key=ip
            concurrency.report.permits=2
            concurrency.report.lease=10m
            """;
    private static final String PARTS = "<multipart-config><max-file-size>50000</max-file-size></multipart-config>";

    final EmbeddedKind kind;
    private final ServerUnderTest server;
    private int runs;

    private Site(EmbeddedKind kind, ServerUnderTest server) {
        this.kind = kind;
        this.server = server;
    }

    static Site start(EmbeddedKind kind) {
        Path war = WarBuilder.war("grammar/" + kind.folder() + "/app")
                .thinJar()
                .classes(SiteServlet.class, Ledger.class)
                .file("wrong.html", "<p>wrong</p>")
                .webXml("<listener><listener-class>" + Ledger.class.getName() + "</listener-class></listener>"
                        + servlet(
                                "site", "", "/ledger/*", "/door/*", "/page", "/report/*", "/sms/*", "/in/*", "/json/*")
                        + servlet("parts", PARTS, "/parts/*")
                        + servlet("faces", "", "/signin.xhtml", "*.jsf", "/faces/*")
                        + "<error-page><error-code>403</error-code><location>/in/first/set</location></error-page>")
                .properties(RULES + "enabled=" + !Boolean.getBoolean("grammar.without"))
                .build();
        return new Site(kind, ServerUnderTest.start(kind, war));
    }

    private static String servlet(String name, String more, String... patterns) {
        StringBuilder xml = new StringBuilder("<servlet><servlet-name>" + name + "</servlet-name><servlet-class>"
                + SiteServlet.class.getName() + "</servlet-class><async-supported>true</async-supported>" + more
                + "</servlet>");
        for (String pattern : patterns) {
            xml.append("<servlet-mapping><servlet-name>" + name + "</servlet-name><url-pattern>" + pattern
                    + "</url-pattern></servlet-mapping>");
        }
        return xml.toString();
    }

    int port() {
        return server.port();
    }

    String log() {
        return server.log();
    }

    /** A caller that this server has not seen. */
    String newRun() {
        return "r%07d".formatted(++runs);
    }

    /** The address of such a caller, as the proxy in front tells it. */
    static String address(String run) {
        int number = Integer.parseInt(run.substring(1));
        return "10." + number / 62_500 + "." + number / 250 % 250 + "." + number % 250;
    }

    /** Asks as an honest caller does. */
    int ask(String run, String method, String path, String form, String password) {
        return Browser.sendUnread(
                        method,
                        URI.create("http://127.0.0.1:" + port() + "/app" + path),
                        form.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(form),
                        Ledger.RUN,
                        run,
                        "X-Forwarded-For",
                        address(run),
                        "X-Password",
                        password,
                        "Content-Type",
                        form.startsWith("{") ? "application/json" : "application/x-www-form-urlencoded")
                .statusCode();
    }

    /** What the application says it has done for a caller. */
    Account account(String run) {
        return Account.of(Browser.get(URI.create("http://127.0.0.1:" + port() + "/app/ledger/" + run))
                .body()
                .lines()
                .toList());
    }

    @Override
    public void close() {
        server.close();
    }
}
