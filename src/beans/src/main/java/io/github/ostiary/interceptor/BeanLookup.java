package io.github.ostiary.interceptor;

import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.inject.Inject;
import java.util.Optional;

/** The beans of an application by their types, as they would be injected here. */
final class BeanLookup {

    /*
     * A producer may ask what it produces for, and those of MicroProfile Metrics do: what is looked up by CDI.current() has
     * no place, and they fail. So there is one.
     */
    private final Instance<Object> beans;

    @Inject
    BeanLookup(Instance<Object> beans) {
        this.beans = beans;
    }

    /** Empty if there is none, or more than one. */
    Optional<?> find(Class<?> type) {
        return only(beans.select(type));
    }

    /** The bean in the application's own view, which one in a jar that several share need not have. */
    static Optional<?> current(Class<?> type) {
        Optional<?> found = only(CDI.current().select(BeanLookup.class)).flatMap(lookup -> lookup.find(type));
        return found.isPresent() ? found : only(CDI.current().select(type));
    }

    /** The bean that was looked up, if it is one. */
    static <T> Optional<T> only(Instance<T> found) {
        return found.isResolvable() ? Optional.ofNullable(found.get()) : Optional.empty();
    }
}
