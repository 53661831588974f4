package io.github.ostiary.tier;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.testing.Schedules;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** No entry of the book that the outbox keeps is lost or comes back, whatever threads do to its key meanwhile. */
@Param(name = "key", gen = IntGen.class, conf = "0:1")
@Param(name = "entry", gen = IntGen.class, conf = "0:2")
@EnabledIfSystemProperty(named = "soak.minutes", matches = "[1-9].*")
public class ExpiringMultimapLincheckTest {

    private static final long END = 10;

    private record Entry(Claim claim, long endMicros) implements ExpiringMultimap.Noted {

        @Override
        public int bytes() {
            return ExpiringMultimap.weight(claim);
        }
    }

    private final ExpiringMultimap<Entry> book = new ExpiringMultimap<>();

    private static Entry entry(int number) {
        return new Entry(
                new LeaseClaim(new ConcurrencyPolicy("reports", "0", 2, 1, false), "bob", "" + number), END + number);
    }

    @Operation
    public boolean add(@Param(name = "key") int key, @Param(name = "entry") int number) {
        Entry added = entry(number);
        return book.begin(added.bytes(), key, 0, live -> live.add(added));
    }

    @Operation
    public boolean remove(@Param(name = "key") int key, @Param(name = "entry") int number) {
        return book.change(key, 0, live -> live.remove(entry(number)));
    }

    @Operation
    public boolean find(@Param(name = "key") int key, @Param(name = "entry") int number) {
        return book.find(key, 0, one -> one.equals(entry(number))) != null;
    }

    /** The others have ended by then. */
    @Operation
    public List<String> later(@Param(name = "key") int key) {
        List<String> left = new ArrayList<>();
        boolean unused = book.change(
                key, END + 1, live -> live.forEach(one -> left.add(one.claim().id())));
        return left;
    }

    @Test
    void asIfByOneThread() {
        Schedules.linearizable(ExpiringMultimapLincheckTest.class, name -> name.startsWith("io.github.ostiary.store."));
    }
}
