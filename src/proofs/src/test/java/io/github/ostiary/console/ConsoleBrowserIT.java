package io.github.ostiary.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.Chromium;
import io.github.ostiary.testing.Pictures;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.EchoServlet;
import io.github.ostiary.testing.probe.KnownFilter;
import io.github.ostiary.testing.probe.SignInServlet;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The console in a real browser, where there is a Chromium. With {@link Pictures} it makes those of the console.
 */
class ConsoleBrowserIT {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final List<String> PAGES =
            List.of("", "who?q=marta", "locked", "events", "events?view=audit", "rules", "sign-ins", "trial");
    private static final int TAB = 9;
    private static final int ENTER = 13;

    private static ServerUnderTest server;
    private static Path war;
    private static Chromium chromium;

    @BeforeAll
    static void start() {
        Assumptions.assumeTrue(
                Chromium.program().isPresent(), "no chromium on the PATH: the console is not tried in a browser");
        war = WarBuilder.war("shop")
                .thinJar()
                .classes(EchoServlet.class, SignInServlet.class, KnownFilter.class)
                .webXml("<filter><filter-name>known</filter-name><filter-class>" + KnownFilter.class.getName()
                        + "</filter-class><async-supported>true</async-supported></filter><filter-mapping>"
                        + "<filter-name>known</filter-name><url-pattern>/*</url-pattern></filter-mapping>")
                .properties(
                        """
                        console.path=/ostiary
                        console.role=doorkeeper
                        trustedProxies=loopback
                        headers=none
                        limit.browse.rate=300/1m
                        limit.browse.path=/*, !/ostiary/*
                        limit.browse.key=ip
                        limit.browse.description=Every page, by address: stops scrapers, not readers
                        limit.search.rate=5/1s, 30/1m
                        limit.search.path=/kinds
                        limit.search.key=ip
                        limit.reply.rate=5/1m
                        limit.reply.path=/once
                        limit.reply.description=Replies of each member
                        limit.upload.rate=3/1m
                        limit.upload.path=/head
                        limit.upload.key=ip
                        limit.upload.enforce=false
                        concurrency.report.permits=2
                        concurrency.report.path=/report
                        lockout.sign-in.path=/sign-in/status
                        lockout.sign-in.key=param:username + ip
                        lockout.sign-in.failure=status:401
                        lockout.sign-in.success=status:204
                        lockout.sign-in.steps=3/1m lock 15m x2 max 24h
                        lockout.sign-in.description=Somebody who misses the password of one name, from one address
                        lockout.stuffing.path=/sign-in/status
                        lockout.stuffing.key=ip
                        lockout.stuffing.distinct=param:username
                        lockout.stuffing.failure=status:401
                        lockout.stuffing.success=status:204
                        lockout.stuffing.steps=12/10m lock 1h
                        signin.members.path=/sign-in/location
                        signin.members.name=param:username
                        signin.members.enforce=proved
                        block.bad-bot.when=header:User-Agent=BadBot/1.0
                        """)
                .build();
        server = ServerUnderTest.start(
                ServerKind.TOMCAT, List.of(war), Map.of("OSTIARY_LIMIT_REPLY_RATE", "6/1m"), Map.of());
        live();
        chromium = Chromium.start();
        chromium.ask("Network.setExtraHTTPHeaders", "headers", Map.of("X-User", "grace/doorkeeper"));
        chromium.show(1280, 800, false);
    }

    @AfterAll
    static void stop() {
        if (chromium != null) {
            chromium.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private static URI uri(String path) {
        return server.uri(war).resolve(path);
    }

    private static void get(String path, String from, int times, String... headers) {
        for (int i = 0; i < times; i++) {
            List<String> all = new ArrayList<>(List.of("X-Forwarded-For", from));
            all.addAll(List.of(headers));
            Browser.get(uri(path), all.toArray(String[]::new));
        }
    }

    private static void signIn(String name, String password, String from, int times) {
        signIn("status", name, password, from, times);
    }

    private static void signIn(String page, String name, String password, String from, int times) {
        for (int i = 0; i < times; i++) {
            Browser.send(
                    "POST",
                    uri("sign-in/" + page),
                    "username=" + name + "&p=" + password,
                    UTF_8,
                    "Content-Type",
                    FORM,
                    "X-Forwarded-For",
                    from);
        }
    }

    /** A few minutes in the life of a shop, as fast as it goes. */
    private static void live() {
        for (int i = 1; i <= 20; i++) {
            get("kinds", "203.0.113." + i, 3);
            get("once", "203.0.113." + i, 2, "X-User", "member" + i + "/member");
        }
        get("kinds", "198.51.100.23", 40);
        get("once", "192.0.2.7", 9, "X-User", "marta/member");
        get("head", "192.0.2.8", 6);
        get("once", "192.0.2.9", 4, "User-Agent", "BadBot/1.0");
        signIn("marta", "wrong", "192.0.2.7", 5);
        signIn("jonas", "wrong", "203.0.113.40", 4);
        for (int i = 0; i < 14; i++) {
            signIn("victim" + i, "wrong", "198.51.100.77", 1);
        }
        signIn("ada", "right", "203.0.113.5", 1);
        for (int i = 0; i < 12; i++) {
            signIn("location", "guess" + i, "wrong", "198.51.100." + (100 + i), 1);
        }
        signIn("location", "nils", "right", "203.0.113.6", 2);
        post(
                "lock",
                "rule=stuffing&address=198.51.100.80&duration=8h&reason=named%20in%20the%20abuse%20report%20of%20today");
        post(
                "lock",
                "rule=sign-in&name=root&address=203.0.113.99&duration=block&reason=nobody%20here%20is%20called%20root");
        post("overrides", "key=limit.search.rate&value=2/1s,+10/1m&duration=1h&reason=scraper%20at%20198.51.100.0/24");
        post("unlock", "rule=sign-in&name=jonas&address=203.0.113.40&reason=called,%20forgot%20the%20password");
    }

    private static void post(String what, String form) {
        String token = Browser.get(uri("ostiary/api/token"), "X-User", "grace/doorkeeper")
                .body()
                .replaceAll(".*\"token\":\"([^\"]+)\".*", "$1");
        HttpResponse<String> done = Browser.send(
                "POST",
                uri("ostiary/api/" + what),
                form,
                UTF_8,
                "Content-Type",
                FORM,
                "X-User",
                "grace/doorkeeper",
                "X-Ostiary-Token",
                token);
        assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
    }

    @Test
    void noPageIsComplainedOfAndNothingIsLoadedFromElsewhere() {
        for (String page : PAGES) {
            chromium.open(uri("ostiary/" + page));
            assertThat(chromium.eval("document.querySelectorAll('main h1').length")
                            .asInt())
                    .isEqualTo(1);
            assertThat(chromium.eval("getComputedStyle(document.body).fontVariantNumeric")
                            .asText())
                    .contains("tabular-nums");
        }
        assertThat(chromium.complaints()).isEmpty();
        assertThat(chromium.requests())
                .allMatch(address -> address.startsWith(uri("ostiary/").toString()) || address.startsWith("about:"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyTextCanBeReadInLightAndInDark(boolean dark) {
        chromium.show(1280, 800, dark);
        for (String page : PAGES) {
            chromium.open(uri("ostiary/" + page));
            assertThat(chromium.eval(Contrast.OF_ALL_TEXTS)).as(page).isEmpty();
        }
        chromium.show(1280, 800, false);
    }

    @Test
    void nothingIsWiderThanAPhone() {
        chromium.show(375, 700, false);
        for (String page : PAGES) {
            chromium.open(uri("ostiary/" + page));
            assertThat(chromium.eval("document.documentElement.scrollWidth").asInt())
                    .as(page)
                    .isLessThanOrEqualTo(375);
        }
        chromium.show(1280, 800, false);
    }

    @Test
    void whoeverCannotGetInIsLetInByKeyboardAlone() {
        signIn("nora", "wrong", "203.0.113.61", 3);
        chromium.open(uri("ostiary/"));
        chromium.press("/", 191);
        assertThat(chromium.eval("document.activeElement.id").asText()).isEqualTo("find");
        chromium.type("nora");
        chromium.follow(() -> chromium.press("Enter", ENTER));
        assertThat(chromium.eval("document.getElementById('found').textContent").asText())
                .isEqualTo("1 rule stands in the way");
        for (int i = 0; i < 40 && !focused().startsWith("Unlock "); i++) {
            chromium.press("Tab", TAB);
        }
        assertThat(focused()).startsWith("Unlock ");
        assertThat(chromium.eval("getComputedStyle(document.activeElement).outlineStyle")
                        .asText())
                .isEqualTo("solid");
        chromium.follow(() -> chromium.press("Enter", ENTER));
        assertThat(chromium.eval("document.querySelector('.notice').textContent")
                        .asText())
                .startsWith("Unlocked.");
    }

    private static String focused() {
        return chromium.eval("document.activeElement.textContent").asText();
    }

    @Test
    void whoeverReadsAReferenceAloudIsFoundByIt() {
        signIn("olga", "wrong", "203.0.113.62", 3);
        HttpResponse<String> denied = Browser.send(
                "POST",
                uri("sign-in/status"),
                "username=olga&p=right",
                UTF_8,
                "Content-Type",
                FORM,
                "X-Forwarded-For",
                "203.0.113.62");
        String reference = denied.headers().firstValue("X-Ostiary-Ref").orElseThrow();
        chromium.open(uri("ostiary/who?q=" + reference.toLowerCase()));
        assertThat(chromium.eval("document.getElementById('denial').textContent")
                        .asText())
                .isEqualTo("Denied as " + reference);
        assertThat(chromium.eval("document.querySelector('main').textContent").asText())
                .contains("tried while locked", "olga", "203.0.113.62", "Unlock");
    }

    /** What the page says to write is one text, selected by one click. */
    @Test
    void theLineToWriteIsCopiedByOneClick() {
        chromium.open(uri("ostiary/sign-ins"));
        assertThat(chromium.eval("document.querySelector('code.line').textContent")
                        .asText())
                .isEqualTo("signin.members.success=location:/home*");
        assertThat(chromium.eval("getComputedStyle(document.querySelector('code.line')).userSelect")
                        .asText())
                .isEqualTo("all");
    }

    @Test
    void theFirstKeyLeadsPastTheBar() {
        chromium.open(uri("ostiary/locked"));
        chromium.press("Tab", TAB);
        assertThat(focused()).isEqualTo("Skip to content");
        chromium.press("Enter", ENTER);
        assertThat(chromium.eval("location.hash").asText()).isEqualTo("#main");
    }

    @Test
    void figuresAreRefreshedWithoutBeingAskedFor() {
        chromium.open(uri("ostiary/"));
        assertThat(chromium.eval("document.getElementById('live-pause').hidden").asBoolean())
                .isFalse();
        get("other", "203.0.113.200", 7);
        Await.until(
                () -> chromium.eval("document.querySelector('[data-refresh]').dataset.refreshed ?? ''")
                        .asText()
                        .matches("[1-9].*"),
                Duration.ofSeconds(40));
        chromium.eval("document.getElementById('live-pause').click()");
        assertThat(chromium.eval("document.getElementById('live-status').textContent")
                        .asText())
                .isEqualTo("Paused");
    }

    @Test
    void whoeverCannotSeeIsToldTheSame() {
        for (String page : PAGES) {
            chromium.open(uri("ostiary/" + page));
            JsonNode nodes = chromium.ask("Accessibility.getFullAXTree").get("nodes");
            List<String> roles = new ArrayList<>();
            List<String> nameless = new ArrayList<>();
            for (JsonNode node : nodes) {
                String role = node.path("role").path("value").asText();
                boolean ignored = node.path("ignored").asBoolean();
                roles.add(role);
                if (!ignored
                        && role.matches("button|link|textbox|searchbox|combobox|spinbutton|navigation")
                        && node.path("name").path("value").asText().isBlank()) {
                    nameless.add(page + " " + node);
                }
            }
            assertThat(roles).contains("banner", "navigation", "main", "contentinfo", "heading");
            assertThat(nameless).isEmpty();
        }
    }

    @Test
    void itWorksWithoutScripts() {
        chromium.ask("Emulation.setScriptExecutionDisabled", "value", true);
        try {
            chromium.open(uri("ostiary/who?q=marta"));
            assertThat(chromium.eval("document.querySelectorAll('table tbody tr').length")
                            .asInt())
                    .isPositive();
        } finally {
            chromium.ask("Emulation.setScriptExecutionDisabled", "value", false);
        }
    }

    @Test
    void picturesAreMadeWhereTheyAreAskedFor() {
        Assumptions.assumeTrue(Pictures.areWanted(), "pictures are made with -Dpictures=true");
        for (int i = 0; i < 1_200; i++) { // so many that a rate can be proposed; few use much
            get("head", "10." + i % 7 + "." + i / 250 + "." + i % 250, i % 40 == 0 ? 7 : 1 + i % 2);
        }
        for (boolean dark : new boolean[] {false, true}) {
            String colours = dark ? "dark" : "light";
            chromium.show(1280, 820, dark);
            picture("overview-" + colours, "ostiary/");
            picture("who-" + colours, "ostiary/who?q=marta");
            picture("locked-" + colours, "ostiary/locked");
            picture("rules-" + colours, "ostiary/rules");
            picture("sign-ins-" + colours, "ostiary/sign-ins");
            picture("trial-" + colours, "ostiary/trial");
            picture("audit-" + colours, "ostiary/events?view=audit");
        }
        picture("events-dark", "ostiary/events");
        chromium.show(390, 780, false);
        picture("phone-light", "ostiary/who?q=marta");
        picture("phone-overview-light", "ostiary/");
        chromium.show(1280, 800, false);
    }

    private static void picture(String name, String path) {
        chromium.open(uri(path));
        Pictures.write("console/" + name, chromium);
    }
}
