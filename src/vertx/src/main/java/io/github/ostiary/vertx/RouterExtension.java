package io.github.ostiary.vertx;

import io.github.ostiary.interceptor.RateLimitExtension;
import io.github.ostiary.text.ClassPath;
import io.vertx.ext.web.Router;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.build.compatible.spi.SkipIfPortableExtensionPresent;
import jakarta.enterprise.inject.build.compatible.spi.Synthesis;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticComponents;

/**
 * Called when an application of Quarkus is built: has {@link RouterObserver} hear of the router.
 *
 * @hidden
 */
@SkipIfPortableExtensionPresent(RateLimitExtension.class)
public final class RouterExtension implements BuildCompatibleExtension {

    private static final String ROUTER = "io.vertx.ext.web.Router";

    /** Creates it for the container. */
    public RouterExtension() {}

    /**
     * Adds the observer, where there are routers.
     *
     * @param components grows
     */
    @Synthesis
    public void add(SyntheticComponents components) {
        if (ClassPath.has(ROUTER)) {
            WithVertx.add(components);
        }
    }

    /** Loaded only where Vert.x Web is there. */
    private static final class WithVertx {

        static void add(SyntheticComponents components) {
            components.addObserver(Router.class).observeWith(RouterObserver.class);
        }
    }
}
