package io.github.ostiary.spring;

import io.github.ostiary.text.Log;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.NativeDetector;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** The condition that the auto-configuration works with this Spring Boot. */
class KnownBoot implements Condition {

    private static final System.Logger LOG = Log.of(KnownBoot.class);

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        String problem = problem(SpringBootVersion.getVersion(), NativeDetector.inNativeImage());
        found(problem);
        return problem.isEmpty();
    }

    /** Several configurations have the condition. */
    void found(String problem) {}

    /** The same, for the one that says why it does not work. */
    static final class Told extends KnownBoot {

        @Override
        void found(String problem) {
            if (!problem.isEmpty()) {
                LOG.log(System.Logger.Level.WARNING, "no request is guarded: {0}", problem);
            }
        }
    }

    /** Empty if it works. */
    static String problem(@Nullable String version, boolean inNativeImage) {
        if (inNativeImage) {
            return "Ostiary does not work in a native image; run the application in a JVM";
        }
        String[] parts = String.valueOf(version).split("\\.", -1);
        boolean old = parts.length > 1
                && parts[0].matches("\\d+")
                && parts[1].matches("\\d+")
                && Integer.parseInt(parts[0]) * 100 + Integer.parseInt(parts[1]) < 302;
        return old
                ? "Spring Boot " + version
                        + " is older than 3.2, the oldest that Ostiary works with; move to 3.2 or newer"
                : "";
    }
}
