package io.github.ostiary.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.LogLines;
import java.lang.System.Logger.Level;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LogTest {

    private static final System.Logger LOG = Log.of(LogTest.class);

    private final ClassLoader library = new URLClassLoader(new URL[0], null);
    private final ClassLoader shop = new URLClassLoader(new URL[0], library);
    private final ClassLoader office = new URLClassLoader(new URL[0], library);
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private final LogLines lines = LogLines.of(LogTest.class.getName());

    @AfterEach
    void end() {
        Thread.currentThread().setContextClassLoader(before);
        Log.end(shop, "/shop");
        Log.end(office, "/office");
        lines.close();
    }

    private void begin() {
        Log.begin(shop, "/shop");
        Log.begin(office, "/office");
    }

    private static void work(ClassLoader application) {
        Thread.currentThread().setContextClassLoader(application);
    }

    @Test
    void eachLineBeginsWithTheApplicationOfItsThread() {
        begin();
        work(shop);
        LOG.log(Level.INFO, "plain {text}");
        LOG.log(Level.WARNING, "it''s {0}", "formatted");
        LOG.log(Level.WARNING, "thrown", new IllegalStateException());
        LOG.log(Level.WARNING, () -> "supplied");
        work(new URLClassLoader(new URL[0], office));
        LOG.log(Level.INFO, "of a parent");
        assertThat(lines.lines())
                .containsExactly(
                        "[/shop] plain {text}",
                        "[/shop] it's formatted",
                        "[/shop] thrown",
                        "[/shop] supplied",
                        "[/office] of a parent");
    }

    @Test
    void aThreadOfOursIsOfTheApplicationThatStartedIt() throws InterruptedException {
        begin();
        work(office);
        Thread thread = DaemonThread.of(
                () -> DaemonThread.of(() -> LOG.log(Level.INFO, "later"), "inner")
                        .run(),
                "outer");
        work(shop);
        thread.start();
        thread.join();
        assertThat(lines.lines()).containsExactly("[/office] later");
    }

    @Test
    void theOnlyApplicationIsMeantWhereTheThreadTellsNone() {
        work(library);
        LOG.log(Level.INFO, "no application");
        Log.begin(shop, "/shop");
        LOG.log(Level.INFO, "one");
        Log.begin(office, "/office");
        LOG.log(Level.INFO, "two");
        Log.end(shop, "/shop");
        LOG.log(Level.INFO, "the other");
        assertThat(lines.lines()).containsExactly("no application", "[/shop] one", "two", "[/office] the other");
    }

    @Test
    void applicationsOfOneLoaderAreNamedTogether() {
        Log.begin(shop, "/shop");
        Log.begin(shop, "/a{0}'\n");
        work(shop);
        LOG.log(Level.INFO, "is {0}", "one of them");
        Log.end(shop, "/a{0}'\n");
        LOG.log(Level.INFO, "is one");
        assertThat(lines.lines()).containsExactly("[/a_0___ or /shop] is one of them", "[/shop] is one");
    }

    @Test
    void theLinesAreOfTheClassThatWritesThem() {
        assertThat(LOG.getName()).isEqualTo(LogTest.class.getName());
        LOG.log(Level.INFO, "here");
        assertThat(lines.sources()).containsExactly(LogTest.class.getName());
    }
}
