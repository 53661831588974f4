package io.github.ostiary.lease;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.testing.Schedules;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What a lease is after several threads began, renewed and ended it is what one thread would have made of it. */
@Param(name = "lease", gen = IntGen.class, conf = "0:1")
@EnabledIfSystemProperty(named = "soak.minutes", matches = "[1-9].*")
public class LeaseBookLincheckTest {

    private static final long LIFE = 1_000_000;

    private final LeaseBook book = new LeaseBook(new ManualTimeSource());

    private static LeaseClaim lease(int number) {
        return new LeaseClaim(new ConcurrencyPolicy("reports", "0", 2, LIFE, false), "bob", "" + number);
    }

    @Operation
    public void began(@Param(name = "lease") int number) {
        book.began(lease(number), 0, 0, false);
    }

    @Operation
    public boolean renewed(@Param(name = "lease") int number) {
        return book.renewed(lease(number), 0, 0, false);
    }

    @Operation
    public void ended(@Param(name = "lease") int number) {
        book.ended(List.of(lease(number)));
    }

    @Operation
    public boolean holds(@Param(name = "lease") int number) {
        return book.holds(lease(number));
    }

    @Operation
    public boolean knows(@Param(name = "lease") int number) {
        return book.knows(lease(number));
    }

    @Operation
    public int atMost() {
        return book.atMost(lease(0));
    }

    /** After the end of those that are over; others stay. */
    @Operation
    public int due() {
        return book.due(LIFE).size();
    }

    @Test
    void asIfByOneThread() {
        Schedules.linearizable(LeaseBookLincheckTest.class, name -> name.startsWith("io.github.ostiary.store."));
    }
}
