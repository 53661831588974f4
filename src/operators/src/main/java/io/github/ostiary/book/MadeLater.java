package io.github.ostiary.book;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A thing that operators may ask for, made when one first does: most nodes are never asked. Thread-safe. */
final class MadeLater<T> {

    private final Supplier<? extends T> making;
    private @Nullable T made;

    MadeLater(Supplier<? extends T> making) {
        this.making = making;
    }

    synchronized T get() {
        T known = made;
        if (known == null) {
            known = making.get();
            made = known;
        }
        return known;
    }

    /** Empty if it was never asked for. */
    synchronized Optional<T> made() {
        return Optional.ofNullable(made);
    }
}
