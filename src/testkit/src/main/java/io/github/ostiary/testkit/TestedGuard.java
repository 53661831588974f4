package io.github.ostiary.testkit;

import io.github.ostiary.Guard;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.GuardClock;
import io.github.ostiary.setup.GuardReset;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The guard that the tests of a class meet, and what is set while they do. Used by one thread at a time. */
final class TestedGuard {

    /** The clock of all, since an application that several classes test has one. */
    static final ManualTimeSource TIME = new ManualTimeSource();

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> before = new HashMap<>();
    private final ClassLoader tests;

    /** The guard of an application that other tests have begun, and that may be kept for more of them. */
    private final Optional<Guard> other;

    private Optional<Guard> own = Optional.empty();

    /**
     * Sets nothing yet.
     *
     * @param tests whose classes may have an application, which begins with them
     */
    TestedGuard(OstiaryTest test, ClassLoader tests) {
        this.tests = tests;
        this.other = ApplicationGuards.of(tests);
        for (String line : test.value()) {
            String[] parts = line.split("=", 2);
            if (parts.length < 2) {
                throw new ExtensionConfigurationException(
                        "@OstiaryTest(\"" + line + "\"): write key=value, such as limit.reply.rate=2/1h");
            }
            properties.put(parts[0].strip(), parts[1].strip());
        }
    }

    /** Sets what is set while the tests of a class run. */
    void begin() {
        set("enabled", "true");
        set("store", "local");
        properties.forEach(this::set);
        GuardClock.ofTests(TIME);
    }

    private void set(String key, String value) {
        String name = "ostiary." + key;
        before.putIfAbsent(name, System.getProperty(name));
        System.setProperty(name, value);
    }

    /** Has no caller known, and the clock stand at its beginning. */
    void reset(ExtensionContext test) {
        TIME.set(BEGIN.getEpochSecond() * 1_000_000);
        ofApplication(test).ifPresent(GuardReset::reset);
    }

    private Optional<Guard> ofApplication(ExtensionContext test) {
        Optional<Guard> spring = SpringGuards.of(test);
        return spring.isPresent()
                ? spring
                : ApplicationGuards.of(tests)
                        .filter(guard -> !Optional.of(guard).equals(other));
    }

    /** The application's, or else one of these properties until {@link #close}. */
    Guard guard(ExtensionContext test) {
        return ofApplication(test).orElseGet(this::own);
    }

    private Guard own() {
        if (own.isEmpty()) {
            Guard.Builder builder = Guard.builder().timeSource(TIME);
            properties.forEach(builder::property);
            own = Optional.of(builder.build());
        }
        return own.get();
    }

    /** Ends a test. */
    void close() {
        own.ifPresent(Guard::close);
        own = Optional.empty();
    }

    /** Ends what {@link #begin} has begun. */
    void end() {
        GuardClock.ofTests(null);
        before.forEach((name, value) -> {
            if (value == null) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, value);
            }
        });
    }
}
