package io.github.ostiary.lease;

import io.github.ostiary.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Lists cut into what goes into one call. */
public final class Batches {

    /** A call about all of a list. */
    @FunctionalInterface
    public interface Sending<T> {

        void send(List<T> batch) throws StoreException;
    }

    private Batches() {}

    /** Parts of a list that is not changed meanwhile, in its order. */
    public static <T> List<List<T>> of(List<T> all, int most) {
        List<List<T>> parts = new ArrayList<>(all.size() / most + 1);
        for (int from = 0; from < all.size(); from += most) {
            parts.add(all.subList(from, Math.min(from + most, all.size())));
        }
        return parts;
    }

    /**
     * Sends a batch. A counter that cannot be used is in no other's way: it is found by halves.
     *
     * @param unusable receives each such
     * @throws StoreException if the store cannot be asked
     */
    public static <T> void send(List<T> batch, Sending<T> sending, Consumer<T> unusable) throws StoreException {
        try {
            sending.send(batch);
        } catch (StoreException e) {
            if (!e.ofCounter()) {
                throw e;
            }
            int half = batch.size() / 2;
            if (half == 0) {
                unusable.accept(batch.get(0));
            } else {
                send(batch.subList(0, half), sending, unusable);
                send(batch.subList(half, batch.size()), sending, unusable);
            }
        }
    }
}
