package io.github.ostiary.command;

import io.github.ostiary.Guard;
import io.github.ostiary.config.CaptchaKind;
import io.github.ostiary.config.KeyPrefix;
import io.github.ostiary.config.RelaxedKey;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/** A guard of another application's counters. It decides nothing, so that it needs no classes of the application's. */
final class DistantGuard {

    private static final String URI = "OSTIARY_REDIS_URI";
    private static final String PLAN = "plan:";
    private static final String SPRING = "ostiary.";

    private DistantGuard() {}

    /**
     * Makes it; closed by the caller.
     *
     * @param rule a lockout that there has to be, whatever is known of it
     * @throws IllegalArgumentException if it is not said where the counters are
     * @throws IOException if the file cannot be read
     */
    static Guard of(Arguments arguments, Optional<String> rule) throws IOException {
        Properties file = file(arguments);
        Guard.Builder builder = Guard.builder();
        file.forEach((key, value) -> {
            if (!isOfTheApplication((String) key)) {
                builder.property((String) key, verified((String) key, (String) value));
            }
        });
        Optional<String> uri = uri(arguments, file);
        if (!arguments.word(0).equals("comply")) { // which asks no counter: the file may name no Redis
            builder.property("store", "redis");
            if (uri.isEmpty()) {
                throw new IllegalArgumentException("no Redis is named: write --redis redis://host:6379, or set " + URI);
            }
        }
        if (uri.isPresent()) {
            builder.property("redis.uri", uri.get())
                    .property("redis.timeout", "2s")
                    .property("keyPrefix", prefix(arguments, file));
        }
        rule.filter(name -> arguments.option("config").isEmpty()).ifPresent(name -> declare(builder, name));
        return builder.build();
    }

    /** Makes a lockout of that name, whatever it counts; {@code main.account} is one that a sign-in stands for. */
    private static void declare(Guard.Builder builder, String name) {
        int dot = name.indexOf('.');
        if (dot > 0) {
            String signIn = "signin." + name.substring(0, dot);
            builder.property(signIn + ".path", "/").property(signIn + ".name", "param:name");
        } else {
            builder.property("lockout." + name + ".key", "ip").property("lockout." + name + ".steps", "1/1m lock 1m");
        }
    }

    private static Properties file(Arguments arguments) throws IOException {
        Properties file = new Properties();
        if (arguments.option("config").isPresent()) {
            Path path = Path.of(arguments.option("config").get());
            if (path.toString().matches(".*\\.ya?ml")) {
                throw new IllegalArgumentException(
                        "--config: " + path + " is YAML, which is not read here; give the rules as"
                                + " properties, or ask the application's /actuator/ostiary (explain, uses, overrides, override)");
            }
            try (Reader reader = Files.newBufferedReader(path)) {
                file.load(reader);
            } catch (NoSuchFileException e) {
                throw new IllegalArgumentException("--config: there is no file " + path, e);
            }
        }
        return file.keySet().stream().anyMatch(key -> ((String) key).startsWith(SPRING)) ? ofSpring(file) : file;
    }

    /** The values of an {@code application.properties}, by our keys. */
    private static Properties ofSpring(Properties file) {
        Properties ours = new Properties();
        for (String key : file.stringPropertyNames()) {
            if (key.startsWith(SPRING)) {
                ours.setProperty(RelaxedKey.of(key.substring(SPRING.length())), file.getProperty(key));
            }
        }
        String name = file.getProperty("spring.application.name", "").strip();
        if (!name.isEmpty()) {
            ours.putIfAbsent("keyPrefix", KeyPrefix.of(name));
        }
        return ours;
    }

    /** Whether a key names classes that only the application has, or is about its requests. */
    private static boolean isOfTheApplication(String key) {
        return key.equals("listener")
                || key.equals("denialHandler")
                || key.startsWith("console.")
                || key.equals("metrics");
    }

    private static String verified(String key, String value) {
        if (key.endsWith(".rate.by") && value.startsWith(PLAN)) {
            return PLAN + NoPlans.class.getName();
        }
        boolean verifies = key.endsWith(".challenge.verifier") || key.endsWith(".captcha");
        return verifies && CaptchaKind.of(value).isEmpty() ? NoVerifier.class.getName() : value;
    }

    private static Optional<String> uri(Arguments arguments, Properties file) {
        return said(arguments.option("redis"))
                .or(() -> said(Optional.ofNullable(System.getenv(URI))))
                .or(() -> said(Optional.ofNullable(file.getProperty("redis.uri"))));
    }

    private static Optional<String> said(Optional<String> text) {
        return text.filter(some -> !some.isBlank());
    }

    /**
     * Below which the keys are that the application uses.
     *
     * @throws IOException if the file cannot be read
     */
    static String prefix(Arguments arguments) throws IOException {
        return prefix(arguments, file(arguments));
    }

    private static String prefix(Arguments arguments, Properties file) {
        String application = arguments.option("application").orElse("");
        return arguments.option("prefix").orElseGet(() -> file.getProperty("keyPrefix", KeyPrefix.of(application)));
    }
}
