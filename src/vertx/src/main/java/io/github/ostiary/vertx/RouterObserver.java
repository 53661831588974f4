package io.github.ostiary.vertx;

import io.vertx.ext.web.Router;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticObserver;
import jakarta.enterprise.inject.spi.EventContext;

/**
 * Called by Quarkus with the router of its server, before it listens.
 *
 * @hidden
 */
public final class RouterObserver implements SyntheticObserver<Router> {

    /** Creates it for the container. */
    public RouterObserver() {}

    @Override
    public void observe(EventContext<Router> event, Parameters written) {
        VertxRoutes.install(event.getEvent());
    }
}
