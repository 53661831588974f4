package io.github.ostiary.servlet;

import io.github.ostiary.setup.ApplicationBeans;
import io.github.ostiary.text.Log;
import jakarta.enterprise.inject.spi.CDI;

/** The look for a CDI container that runs none of this jar's extensions: then nothing limits beans. */
final class BeanCheck {

    private static final System.Logger LOG = Log.of(BeanCheck.class);

    private BeanCheck() {}

    /** Looks when filters begin: containers have found their beans by then. */
    static void look() {
        if (!ApplicationBeans.exist() && isRunning()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "CDI manages beans of this application, and has not run the extension of this jar: @RateLimit on"
                            + " these beans does nothing, and no limiter can be injected. Limit paths, or ask"
                            + " OstiaryContext.guard(servletContext).limiter(...) in the beans");
        }
    }

    private static boolean isRunning() {
        try {
            return CDI.current().getBeanManager() != null;
        } catch (IllegalStateException | LinkageError e) {
            LOG.log(System.Logger.Level.DEBUG, "No CDI here", e);
            return false;
        }
    }
}
