package io.github.ostiary.interceptor;

import io.github.ostiary.Guard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A rule that the application's source asks for. Immutable. */
interface DeclaredNeed {

    /** The class loader of the application whose source it is; null for the JVM's own. */
    @Nullable
    ClassLoader loader();

    /** The problems, as far as they can be known without a guard; one sentence each. */
    default List<String> problems() {
        return List.of();
    }

    /** All that is wrong. */
    List<String> problemsWith(Guard guard);
}
