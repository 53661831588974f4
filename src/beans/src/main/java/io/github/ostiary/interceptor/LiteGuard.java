package io.github.ostiary.interceptor;

import io.github.ostiary.Guard;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanCreator;

/**
 * Makes the guard that is injected where CDI is Lite.
 *
 * @hidden
 */
public final class LiteGuard implements SyntheticBeanCreator<Guard> {

    /** Creates it for the container. */
    public LiteGuard() {}

    @Override
    public Guard create(Instance<Object> lookup, Parameters written) {
        return new CurrentGuard();
    }
}
