package io.github.ostiary.tier;

import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Schedules;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Of all threads that see a server fail, one opens its circuit, as if they had come one after the other. */
@Param(name = "at", gen = IntGen.class, conf = "0:3")
@EnabledIfSystemProperty(named = "soak.minutes", matches = "[1-9].*")
public class CircuitLincheckTest {

    private static final long SLOW_MICROS = 1;
    private static final int FAILED_BEFORE = 3;

    private final Circuit circuit = new Circuit(SLOW_MICROS);
    private final StoreException[] failures = new StoreException[4];

    public CircuitLincheckTest() {
        for (int i = 0; i < failures.length; i++) {
            failures[i] = new StoreException("away");
        }
        for (int i = 0; i < FAILED_BEFORE; i++) {
            circuit.fail(new StoreException("away"), 0);
        }
    }

    @Operation
    public boolean fail(@Param(name = "at") int at) {
        return circuit.fail(failures[at], at);
    }

    @Operation
    public boolean succeed(@Param(name = "at") int at) {
        return circuit.succeed(at, 2L * at);
    }

    @Operation
    public boolean trip(@Param(name = "at") int at) {
        return circuit.trip(at);
    }

    @Operation
    public boolean isOpen() {
        return circuit.isOpen();
    }

    @Operation
    public long nextProbeMillis() {
        return circuit.nextProbeMillis();
    }

    @Operation
    public void recover(@Param(name = "at") int at) {
        circuit.recover(at);
    }

    @Test
    void asIfByOneThread() {
        Schedules.linearizable(CircuitLincheckTest.class, name -> name.endsWith("StoreException"));
    }
}
