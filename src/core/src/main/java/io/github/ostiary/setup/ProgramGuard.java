package io.github.ostiary.setup;

import io.github.ostiary.Guard;
import io.github.ostiary.text.ByApplication;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The guard of an application that has no servlet context: of Quarkus, of Helidon, of a program with CDI. Made when it
 * starts, if anything is configured or a bean needs it, else when a bean first asks. Thread-safe.
 *
 * @hidden
 */
public final class ProgramGuard implements AutoCloseable {

    private static final String FILE = "ostiary.properties";
    private static final ByApplication<ProgramGuard> STARTED = new ByApplication<>();

    private final ClassLoader application;
    private final ReentrantLock creation = new ReentrantLock();
    private volatile @Nullable WebGuard made;
    private boolean closed;

    private ProgramGuard(ClassLoader application) {
        this.application = application;
    }

    /**
     * Makes the guard of an application and makes it known to its beans, unless it has one.
     *
     * @param application its class loader
     * @param needed whether beans need one
     * @throws io.github.ostiary.ConfigurationException with everything that is wrong
     */
    public static void start(ClassLoader application, boolean needed) {
        if (ApplicationGuards.isBound(application)) {
            return;
        }
        ProgramGuard program = new ProgramGuard(application);
        STARTED.put(application, program);
        try {
            if (needed || isConfigured(application)) {
                var unused = program.guard();
            }
            ApplicationGuards.bind(application, program::guard);
        } catch (RuntimeException | LinkageError e) {
            end(application);
            throw e;
        }
    }

    /**
     * The guard of an application, with what its HTTP edge needs.
     *
     * @param application its class loader, or one inside it
     * @return empty if it has none of this kind, or has not needed it yet
     */
    public static Optional<WebGuard> of(ClassLoader application) {
        ProgramGuard program = STARTED.find(application);
        return program == null ? Optional.empty() : Optional.ofNullable(program.made);
    }

    /**
     * The guard that decides the requests of an application, of whatever kind: an edge of HTTP has nothing to ask one that
     * nothing configures and no bean has needed, and does not have it made.
     *
     * @param application its class loader, or one inside it
     * @return empty if there is none yet
     */
    public static Optional<Guard> ofRequests(@Nullable ClassLoader application) {
        ProgramGuard program = STARTED.find(application);
        return program != null && program.made == null ? Optional.empty() : ApplicationGuards.of(application);
    }

    /**
     * Closes it, if there is one.
     *
     * @param application its class loader
     */
    public static void end(ClassLoader application) {
        ProgramGuard program = STARTED.find(application);
        if (program != null) {
            STARTED.remove(application);
            ApplicationGuards.unbind(application);
            program.close();
        }
    }

    private static boolean isConfigured(ClassLoader application) {
        String named = System.getProperty("ostiary.config", System.getenv().getOrDefault("OSTIARY_CONFIG", ""));
        return !named.isBlank()
                || application.getResource(FILE) != null
                || ConfigPreview.platform(application).areSaid();
    }

    private Guard guard() {
        creation.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the application has ended");
            }
            if (made == null) {
                made = WebGuard.deploy(new Program(application));
            }
            return made.guard();
        } finally {
            creation.unlock();
        }
    }

    @Override
    public void close() {
        creation.lock();
        try {
            closed = true;
            if (made != null) {
                made.close();
            }
        } finally {
            creation.unlock();
        }
    }

    /** The application as a guard is configured from it. */
    private record Program(ClassLoader classLoader) implements WebApplication {

        @Override
        public String contextPath() {
            return "";
        }

        @Override
        public boolean hasServlets() {
            return false;
        }

        @Override
        public Map<String, String> initParams() {
            return Map.of();
        }

        @Override
        public String defaultFile() {
            return "classpath:" + FILE;
        }

        @Override
        public PlatformProperties platform() {
            return ConfigPreview.platform(classLoader);
        }

        @Override
        public @Nullable InputStream resource(String path) {
            return null;
        }
    }
}
