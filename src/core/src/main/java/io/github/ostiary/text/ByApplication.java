package io.github.ostiary.text;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Something of each application of this JVM, by class loader, which it does not keep from being collected. Thread-safe.
 *
 * @param <T> what each has
 * @hidden
 */
public final class ByApplication<T> {

    private final Map<ClassLoader, T> known = Collections.synchronizedMap(new WeakHashMap<>());

    /** Nothing yet. */
    public ByApplication() {}

    /**
     * Gives an application its own.
     *
     * @param application its class loader
     * @param own in place of what it had
     */
    public void put(ClassLoader application, T own) {
        known.put(application, own);
    }

    /**
     * Takes it away.
     *
     * @param application its class loader
     */
    public void remove(ClassLoader application) {
        known.remove(application);
    }

    /**
     * Whether an application itself has one.
     *
     * @param application its class loader
     * @return false if only a parent has
     */
    public boolean has(ClassLoader application) {
        return known.containsKey(application);
    }

    /**
     * The object of the application that a class loader belongs to: the jar may be in a library that several share.
     *
     * @param loader of an application or inside one; null for the JVM's own
     * @return the nearest among it and its parents; null if there is none
     */
    public @Nullable T find(@Nullable ClassLoader loader) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            T found = known.get(at);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /**
     * The objects of all applications.
     *
     * @return as it is now, in no order
     */
    Collection<T> all() {
        synchronized (known) {
            return List.copyOf(known.values());
        }
    }
}
