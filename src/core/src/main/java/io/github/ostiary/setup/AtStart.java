package io.github.ostiary.setup;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.text.ByApplication;
import io.github.ostiary.text.Log;
import java.security.CodeSource;
import java.util.List;

/**
 * The way in for everything that a server or an application calls at the start. What an older library lacks is wrong with
 * the deployment of one application, and an {@link Error} would end some servers: here it becomes a configuration error, and
 * one line in the log.
 *
 * @hidden
 */
public final class AtStart {

    static final String JEDIS = "redis.clients.jedis.UnifiedJedis";
    static final String CAFFEINE = "com.github.benmanes.caffeine.cache.Caffeine";
    private static final System.Logger LOG = Log.of(AtStart.class);
    private static final ByApplication<String> SAID = new ByApplication<>();

    private AtStart() {}

    /**
     * Something that is done at the start.
     *
     * @param <T> what it makes
     * @param <X> what it throws
     * @hidden
     */
    public interface Opening<T, X extends Exception> {

        /**
         * Does it.
         *
         * @return what it makes
         * @throws X if it fails in a way of its own
         */
        T take() throws X;
    }

    /**
     * Does what makes something.
     *
     * @param step what is done
     * @return what it makes
     * @throws X of the step
     * @throws ConfigurationException if a class is missing, or is of a version that Ostiary does not work with
     */
    public static <T, X extends Exception> T get(Opening<T, X> step) throws X {
        try {
            return step.take();
        } catch (LinkageError e) {
            ConfigurationException wrong = new ConfigurationException(List.of(problem(e)));
            var unused = wrong.initCause(e);
            say(String.valueOf(wrong.getMessage()));
            throw wrong;
        }
    }

    /**
     * Logs a problem once for each application: CDI goes on with its other beans, and JAX-RS begins again at each
     * request.
     */
    private static void say(String problem) {
        ClassLoader application = Thread.currentThread().getContextClassLoader();
        if (problem.equals(SAID.find(application))) {
            return;
        }
        if (application != null) {
            SAID.put(application, problem);
        }
        LOG.log(System.Logger.Level.ERROR, problem);
    }

    /**
     * Does what makes nothing.
     *
     * @param step what is done
     * @throws ConfigurationException as {@link #get} does
     */
    public static void run(Runnable step) {
        var unused = get(() -> {
            step.run();
            return true;
        });
    }

    private static String problem(LinkageError error) {
        String missing = String.valueOf(error.getMessage()).replace('/', '.');
        if (missing.contains(packageOf(JEDIS))) {
            return "redis.uri is set but " + fileOf(JEDIS) + " is not a Jedis that Ostiary works with; set"
                    + " redis.clients:jedis:8.0.2 in place of the version that your platform manages, or use the -all jar ("
                    + missing + ")";
        }
        if (missing.contains(packageOf(CAFFEINE))) {
            return fileOf(CAFFEINE) + " is not a Caffeine that Ostiary works with; set"
                    + " com.github.ben-manes.caffeine:caffeine:3.1.0 or newer, or use the -all jar (" + missing + ")";
        }
        return "a class that Ostiary needs is missing, or is of another version than it needs: "
                + error.getClass().getSimpleName() + " " + missing
                + "; make sure that this application has one complete jar of Ostiary and one version of each"
                + " library";
    }

    private static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }

    /** The jar that a class is in: its name has the version. */
    private static String fileOf(String type) {
        try {
            CodeSource source = Class.forName(type, false, AtStart.class.getClassLoader())
                    .getProtectionDomain()
                    .getCodeSource();
            return source == null ? type : source.getLocation().getPath().replaceFirst("^.*/(?=[^/])", "");
        } catch (ClassNotFoundException | LinkageError e) {
            return type;
        }
    }
}
