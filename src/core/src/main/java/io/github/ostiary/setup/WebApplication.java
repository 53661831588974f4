package io.github.ostiary.setup;

import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A deployment, as far as its configuration is read from it; implemented by the HTTP edge.
 *
 * @hidden
 */
public interface WebApplication {

    /**
     * The path where the application is mounted; part of the default {@code keyPrefix}, so that two WARs never share by
     * accident, where the platform has no name for it.
     *
     * @return empty for the root, else with a leading slash
     */
    String contextPath();

    /**
     * Whether a servlet container runs it.
     *
     * @return false where nothing of servlets can be seen
     */
    default boolean hasServlets() {
        return true;
    }

    /**
     * The filter's init-params.
     *
     * @return empty if the filter is registered without any, or automatically
     */
    Map<String, String> initParams();

    /**
     * The file that is read where {@code config} names none.
     *
     * @return as {@code config} would say it; it need not be there
     */
    String defaultFile();

    /**
     * The values of the platform's own configuration.
     *
     * @return read anew
     */
    PlatformProperties platform();

    /**
     * Opens a file of the WAR.
     *
     * @param path such as {@code /WEB-INF/ostiary.properties}
     * @return null if there is none; the caller closes it
     */
    @Nullable
    InputStream resource(String path);

    /**
     * Loads handlers, resolvers and {@code classpath:} files.
     *
     * @return the application's class loader
     */
    ClassLoader classLoader();
}
