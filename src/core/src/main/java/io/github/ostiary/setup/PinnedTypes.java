package io.github.ostiary.setup;

import io.github.ostiary.text.Log;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.runtime.ObjectMethods;

/**
 * Types of ours that the JDK remembers, and their class loader with them, when an application has ended.
 *
 * <p>The first {@code equals}, {@code hashCode} or {@code toString} of a record is put together by {@link ObjectMethods}, from
 * handles in static fields; in JDK 17 each of these remembers the last types it was adapted to. Putting together the same for
 * a type of the JDK takes their place.
 */
final class PinnedTypes {

    private static final System.Logger LOG = Log.of(PinnedTypes.class);

    private PinnedTypes() {}

    /** Makes the JDK forget the records that were compared last; where it remembers none, this does nothing. */
    static void release() {
        try {
            Lookup lookup = MethodHandles.publicLookup();
            putTogether(lookup, "equals", MethodType.methodType(boolean.class, String.class, Object.class));
            putTogether(lookup, "hashCode", MethodType.methodType(int.class, String.class));
            putTogether(lookup, "toString", MethodType.methodType(String.class, String.class));
        } catch (Throwable failure) { // what a later JDK thinks of it, which has nothing to forget
            LOG.log(System.Logger.Level.DEBUG, "types of records are not released", failure);
        }
    }

    /** Puts the methods of a record together, as for one that is called String and has one component, itself. */
    private static void putTogether(Lookup lookup, String method, MethodType type) throws Throwable {
        MethodHandle component = MethodHandles.identity(String.class);
        ObjectMethods.bootstrap(lookup, method, type, String.class, "text", component);
    }
}
