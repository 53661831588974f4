package io.github.ostiary.interceptor;

import io.github.ostiary.setup.ApplicationBeans;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticObserver;
import jakarta.enterprise.inject.spi.EventContext;

/**
 * Called as soon as a container that is Lite has begun, before there may be servlets: they look whether beans are limited.
 *
 * @hidden
 */
public final class LiteAnnouncement implements SyntheticObserver<Object> {

    /** Creates it for the container. */
    public LiteAnnouncement() {}

    @Override
    public void observe(EventContext<Object> event, Parameters written) {
        ApplicationBeans.announceBuilt(Thread.currentThread().getContextClassLoader());
    }
}
