package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.Chromium;
import io.github.ostiary.testing.Pictures;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.EchoServlet;
import io.github.ostiary.testing.probe.KnownFilter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The console of one of three nodes in a real browser, where there is a Chromium. With {@link Pictures} it makes
 * that of the fleet.
 */
class FleetBrowserIT {

    private static final List<String> PAGES =
            List.of("", "events", "trial", "?node=shop-2", "events?node=shop-2", "trial?node=gone");
    private static final Duration SOON = Duration.ofSeconds(60);

    private static final List<AutoCloseable> OPENED = new ArrayList<>();
    private static final List<ServerUnderTest> NODES = new ArrayList<>();
    private static Path war;
    private static RedisServer redis;
    private static Chromium chromium;

    @BeforeAll
    static void start() {
        Assumptions.assumeTrue(
                Chromium.program().isPresent(), "no chromium on the PATH: the console is not tried in a browser");
        redis = opened(RedisServer.start());
        war = WarBuilder.war("fleet")
                .thinJar()
                .classes(EchoServlet.class, KnownFilter.class)
                .webXml("<filter><filter-name>known</filter-name><filter-class>" + KnownFilter.class.getName()
                        + "</filter-class><async-supported>true</async-supported></filter><filter-mapping>"
                        + "<filter-name>known</filter-name><url-pattern>/*</url-pattern></filter-mapping>")
                .properties(
                        """
                        redis.uri=%s
                        redis.timeout=1s
                        console.path=/ostiary
                        console.role=doorkeeper
                        trustedProxies=loopback
                        limit.browse.rate=300/1m
                        limit.browse.path=/*, !/ostiary/*
                        limit.browse.key=ip
                        limit.search.rate=5/1s, 30/1m
                        limit.search.path=/kinds
                        limit.search.key=ip
                        limit.upload.rate=3/1m
                        limit.upload.path=/head
                        limit.upload.key=ip
                        limit.upload.enforce=false
                        """
                                .formatted(redis.uri()))
                .build();
        for (int i = 1; i <= 3; i++) {
            Map<String, String> environment = i < 3
                    ? Map.of("HOSTNAME", "shop-" + i)
                    : Map.of("HOSTNAME", "shop-3", "OSTIARY_LIMIT_SEARCH_RATE", "5/1s, 20/1m");
            NODES.add(opened(ServerUnderTest.start(ServerKind.TOMCAT, List.of(war), environment, Map.of())));
        }
        for (int i = 0; i < 150; i++) {
            get(i % 3, "kinds", "203.0.113." + i % 7);
            get(i % 2, "head", "203.0.113." + i % 5);
        }
        chromium = opened(Chromium.start());
        chromium.ask("Network.setExtraHTTPHeaders", "headers", Map.of("X-User", "grace/doorkeeper"));
        chromium.show(1280, 800, false);
        Await.until(() -> page("").contains("3 nodes together"), SOON);
        Await.until(() -> page("trial").contains(" of 150 calls would have been denied"), SOON);
    }

    private static <T extends AutoCloseable> T opened(T resource) {
        OPENED.add(0, resource);
        return resource;
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable each : OPENED) {
            each.close();
        }
    }

    private static URI uri(int node, String path) {
        return NODES.get(node).uri(war).resolve(path);
    }

    private static void get(int node, String path, String from) {
        Browser.get(uri(node, path), "X-Forwarded-For", from);
    }

    private static String page(String path) {
        return Browser.get(uri(0, "ostiary/" + path), "X-User", "grace/doorkeeper")
                .body();
    }

    private static String text(String selector) {
        return chromium.eval("document.querySelector('" + selector + "').textContent")
                .asText();
    }

    @Test
    void allNodesAreOnOnePageThatCanBeRead() {
        for (boolean dark : new boolean[] {false, true}) {
            chromium.show(1280, 800, dark);
            for (String page : PAGES) {
                chromium.open(uri(0, "ostiary/" + page));
                assertThat(chromium.eval(Contrast.OF_ALL_TEXTS)).as(page).isEmpty();
            }
        }
        chromium.show(375, 700, false);
        for (String page : PAGES) {
            chromium.open(uri(0, "ostiary/" + page));
            assertThat(chromium.eval("document.documentElement.scrollWidth").asInt())
                    .as(page)
                    .isLessThanOrEqualTo(375);
        }
        assertThat(chromium.complaints()).isEmpty();

        chromium.show(1280, 820, false);
        chromium.open(uri(0, "ostiary/"));
        assertThat(text(".notice.warn")).contains("Some nodes differ from the others.", "shop-3/");
        if (Pictures.areWanted()) {
            Pictures.write("console/fleet-light", chromium);
        }
        chromium.eval("[...document.querySelectorAll('#node option')]"
                + ".find(each => each.textContent.startsWith('shop-2/')).selected = true");
        chromium.follow(() -> chromium.eval("document.querySelector('.head button').click()"));
        assertThat(text(".lead")).startsWith("Figures of shop-2/");
        assertThat(chromium.eval("new URLSearchParams(location.search).get('node').length")
                        .asInt())
                .isEqualTo(13);
        Await.until(
                () -> chromium.eval("document.querySelector('[data-refresh]').dataset.refreshed ?? ''")
                        .asText()
                        .matches("[1-9].*"),
                SOON);
        assertThat(text(".lead")).as("it stays with that node").startsWith("Figures of shop-2/");
    }
}
