package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.TimeSource;
import io.github.ostiary.testing.LogLines;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guard of an application without servlets: {@link ServletNeeds} are refused. */
class ProgramGuardTest {

    private static final Key BOB = Key.of("user:bob");

    @TempDir
    Path classes;

    private ClassLoader application;

    private void given(String... lines) throws IOException {
        if (lines.length > 0) {
            Files.write(classes.resolve("ostiary.properties"), List.of(lines));
        }
        application = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
    }

    @AfterEach
    void end() {
        ProgramGuard.end(application);
    }

    @Test
    void it_is_made_from_the_file_on_the_class_path_and_ends_with_the_application() throws IOException {
        given("limit.reply.rate=1/1h");
        try (LogLines log = LogLines.of(WebGuard.class.getName())) {
            ProgramGuard.start(application, false);
            assertThat(log.lines()).first().asString().startsWith("Ostiary guards this application: 1 limit");
        }
        Guard guard = ApplicationGuards.of(application).orElseThrow();
        assertThat(ProgramGuard.of(application))
                .hasValueSatisfying(web -> assertThat(web.guard()).isSameAs(guard));
        assertThat(guard.limiter("reply").tryAcquire(BOB).allowed()).isTrue();
        assertThat(guard.limiter("reply").tryAcquire(BOB).allowed()).isFalse();
        ProgramGuard.start(application, true);
        assertThat(ApplicationGuards.of(application)).contains(guard);
        ProgramGuard.end(application);
        assertThat(ApplicationGuards.of(application)).isEmpty();
    }

    @Test
    void without_a_configuration_it_waits_until_it_is_needed() throws IOException {
        given();
        ProgramGuard.start(application, false);
        assertThat(ProgramGuard.ofRequests(application)).isEmpty();
        assertThat(ProgramGuard.of(application)).isEmpty();
        try (LogLines log = LogLines.of(WebGuard.class.getName())) {
            assertThat(ApplicationGuards.of(application)).isPresent();
            assertThat(log.lines())
                    .anySatisfy(line -> assertThat(line).contains("write rules into classpath:ostiary.properties"));
        }
        assertThat(ProgramGuard.of(application)).isPresent();
        assertThat(ProgramGuard.ofRequests(application)).isEqualTo(ApplicationGuards.of(application));
    }

    @Test
    void an_application_that_has_a_guard_gets_no_other() throws IOException {
        given("limit.reply.rate=1/1h");
        try (Guard own = GuardBuilder.create().build()) {
            ApplicationGuards.bind(application, () -> own);
            ProgramGuard.start(application, true);
            assertThat(ProgramGuard.ofRequests(application)).contains(own);
            assertThat(ApplicationGuards.of(application)).contains(own);
            assertThat(ProgramGuard.of(application)).isEmpty();
        } finally {
            ApplicationGuards.unbind(application);
        }
    }

    @Test
    void a_time_source_among_its_beans_is_its_clock() throws IOException {
        given("limit.reply.rate=1/1h");
        ManualTimeSource time = new ManualTimeSource();
        try (Subscription offer = ApplicationBeans.offer(
                application, type -> type == TimeSource.class ? Optional.of(time) : Optional.empty())) {
            ProgramGuard.start(application, false);
        }
        RateLimiter reply = ApplicationGuards.of(application).orElseThrow().limiter("reply");
        assertThat(reply.tryAcquire(BOB).allowed()).isTrue();
        time.advance(Duration.ofHours(1).minusMillis(1));
        assertThat(reply.tryAcquire(BOB).allowed()).isFalse();
        time.advance(Duration.ofMillis(1));
        assertThat(reply.tryAcquire(BOB).allowed()).isTrue();
    }

    @Test
    void what_takes_servlets_is_refused_with_the_rest() throws IOException {
        given(
                "lockout.door.login=container",
                "lockout.door.key=principal",
                "lockout.door.steps=3/1h lock 1h",
                "console.path=/ostiary",
                "console.role=doorkeeper",
                "deniedPage=/denied.html",
                "limit.a.rate=1");
        assertThatThrownBy(() -> ProgramGuard.start(application, false))
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.problems())
                                .anySatisfy(problem -> assertThat(problem).startsWith("limit.a.rate=1: "))
                                .contains(
                                        "lockout.door.login=container: without servlets no container signs people in; remove the key, and write the path that passwords are sent to into lockout.door.path",
                                        "console.path=/ostiary: without servlets there is no console; remove console.path and console.role, and use the command line or operators.jmx=true",
                                        "deniedPage=/denied.html: without servlets no page can be shown; remove the key, or name a denialHandler"));
        assertThat(ApplicationGuards.of(application)).isEmpty();
    }

    @Test
    void they_are_found_in_a_guard_that_an_application_has_made() throws IOException {
        given();
        try (Guard own = GuardBuilder.create()
                .property("deniedPage", "/denied.html")
                .property("formEncoding", "ISO-8859-1")
                .build()) {
            assertThat(ServletNeeds.of(own))
                    .containsExactly(
                            "deniedPage=/denied.html: without servlets no page can be shown; remove the key, or name a"
                                    + " denialHandler",
                            "formEncoding=ISO-8859-1: without servlets forms are read as UTF-8 only; remove the key");
        }
    }

    @Test
    void a_task_that_waited_for_it_and_fails_fails_the_start() throws IOException {
        given("limit.reply.rate=1/1h");
        ApplicationGuards.whenBound(application, () -> {
            throw new IllegalStateException("no such rule");
        });
        assertThatThrownBy(() -> ProgramGuard.start(application, false)).hasMessage("no such rule");
        assertThat(ApplicationGuards.of(application)).isEmpty();
        assertThat(ProgramGuard.of(application)).isEmpty();
    }
}
