package io.github.ostiary.interceptor;

import jakarta.enterprise.event.Shutdown;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticObserver;
import jakarta.enterprise.inject.spi.EventContext;

/**
 * Called when an application ends whose CDI is Lite: closes its guard.
 *
 * @hidden
 */
public final class LiteEnd implements SyntheticObserver<Shutdown> {

    /** Creates it for the container. */
    public LiteEnd() {}

    @Override
    public void observe(EventContext<Shutdown> event, Parameters written) {
        LiteStart.end(Thread.currentThread().getContextClassLoader());
    }
}
