package io.github.ostiary.testing;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.ostiary.Guard;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.pool2.PooledObject;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import redis.clients.jedis.UnifiedJedis;

/** A JVM of its own for a program of the tests that asks a guard. */
public final class GuardedJvm {

    private final Path jdk;
    private final Class<?> program;
    private final List<String> options = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();

    private GuardedJvm(Path jdk, Class<?> program) {
        this.jdk = jdk;
        this.program = program;
    }

    /** By a JDK. */
    public static GuardedJvm of(Path jdk, Class<?> program) {
        return new GuardedJvm(jdk, program);
    }

    /** For the JVM. */
    public GuardedJvm options(String... some) {
        options.addAll(List.of(some));
        return this;
    }

    /** For the program. */
    public GuardedJvm arguments(String... some) {
        arguments.addAll(List.of(some));
        return this;
    }

    /** Starts it; the caller ends it. */
    public Process start() throws IOException {
        List<String> command =
                new ArrayList<>(List.of(jdk.resolve("bin/java").toString(), "-Xmx128m", "-cp", classPath()));
        command.addAll(options);
        command.add(program.getName());
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private String classPath() {
        return Stream.of(
                        program,
                        Guard.class,
                        UnifiedJedis.class,
                        PooledObject.class,
                        Logger.class,
                        Caffeine.class,
                        Nullable.class)
                .map(GuardedJvm::place)
                .distinct()
                .collect(Collectors.joining(":"));
    }

    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
