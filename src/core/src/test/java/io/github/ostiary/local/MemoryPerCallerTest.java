package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Key;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Holds what a caller takes of the heap to bounds: its key and its counter, without the text of its name and its place in the
 * table, which is another 77 bytes. Worked out from the fields of what two callers do not share, by the layout of a JVM with
 * references of 32 bits; {@code MemoryPerCaller} of the benchmarks weighs the same. Whoever makes one less lowers the bound.
 */
class MemoryPerCallerTest {

    private static final int REFERENCE = 4;
    private static final int HEADER = 12;

    /** The part of a lock that waits: an object of its own. */
    private static final int SYNC = 32;

    private final LocalStore store = new LocalStore(1_000, () -> 1_700_000_000_000_000L);

    private static long aligned(long bytes) {
        return (bytes + 7) / 8 * 8;
    }

    private static int width(Class<?> type) {
        return switch (type.getName()) {
            case "long", "double" -> Long.BYTES;
            case "int", "float" -> Integer.BYTES;
            case "short", "char" -> Short.BYTES;
            case "byte", "boolean" -> 1;
            default -> REFERENCE;
        };
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    private static long shallow(Object object) {
        Class<?> type = object.getClass();
        if (type.isArray()) {
            return aligned(HEADER + Integer.BYTES + (long) Array.getLength(object) * width(type.getComponentType()));
        }
        long bytes = HEADER;
        for (Field field : fields(type)) {
            bytes += width(field.getType());
        }
        long whole =
                object instanceof String text ? aligned(HEADER + Integer.BYTES + text.length()) + 24 : aligned(bytes);
        return object instanceof ReentrantLock ? whole + SYNC : whole;
    }

    /** All that is reached from an object by fields of ours, in arrays and in lists. */
    private static void reach(Object from, Set<Object> found) throws IllegalAccessException {
        if (from == null || from instanceof Enum || from instanceof Class || !found.add(from)) {
            return;
        }
        if (from instanceof Object[] all) {
            for (Object one : all) {
                reach(one, found);
            }
        }
        for (Field field : fields(from.getClass())) {
            if (!field.getType().isPrimitive()
                    && field.getDeclaringClass().getName().startsWith("io.github.ostiary")) {
                field.setAccessible(true);
                reach(field.get(from), found);
            }
        }
    }

    private Set<Object> reached(Claim claim, String table) throws ReflectiveOperationException {
        Field field = LocalStore.class.getDeclaredField(table);
        field.setAccessible(true);
        @SuppressWarnings("unchecked")
        CounterTable<Claim> counters = (CounterTable<Claim>) field.get(store);
        Set<Object> found = Collections.newSetFromMap(new IdentityHashMap<>());
        reach(claim.counterId(), found);
        reach(counters.find(claim), found);
        return found;
    }

    private long bytes(Claim of, Claim other, String table) throws ReflectiveOperationException {
        Set<Object> own = reached(of, table);
        own.removeAll(reached(other, table));
        return own.stream().mapToLong(MemoryPerCallerTest::shallow).sum();
    }

    private Charge charged(String name, Algorithm algorithm, String rate, int times) {
        Charge charge = new Charge(Limits.of(algorithm, rate), Key.of(name), 1, 0);
        for (int i = 0; i < times; i++) {
            assertThat(store.ask(Operation.DECIDE, List.of(charge), 0).get(0).passed())
                    .isTrue();
        }
        return charge;
    }

    private long bytes(Algorithm algorithm, String rate, int times) throws ReflectiveOperationException {
        String name = "user-" + (100_000 + times);
        Charge own = charged(name, algorithm, rate, times);
        Charge other = new Charge(own.limit(), Key.of("user-100000"), 1, 0);
        store.ask(Operation.DECIDE, List.of(other), 0);
        return bytes(own, other, "charges") - shallow(name);
    }

    @ParameterizedTest
    @CsvSource({
        "SLIDING_LOG, 100/1h, 248",
        "SLIDING_WINDOW, 100/1h, 280",
        "FIXED_WINDOW, 100/1h, 232",
        "TOKEN_BUCKET, 100/1h, 304",
        "LEAKY_BUCKET, 100/1h, 304",
        "CALENDAR, 100/day, 224"
    })
    void ofALimit(Algorithm algorithm, String rate, long bound) throws ReflectiveOperationException {
        assertThat(bytes(algorithm, rate, 1)).isBetween(150L, bound);
    }

    /** Also of a log whose ring has just grown, and of one that is full. */
    @ParameterizedTest
    @CsvSource({"10, 1000, 11.0", "100, 1000, 12.0", "113, 1000, 12.0", "1000, 10000, 12.0", "100, 100, 10.1"})
    void ofAnEntryOfALog(int entries, int limit, double bound) throws ReflectiveOperationException {
        long more =
                bytes(Algorithm.SLIDING_LOG, limit + "/1h", entries) - bytes(Algorithm.SLIDING_LOG, limit + "/1h", 1);
        assertThat((double) more / (entries - 1)).isBetween(9.0, bound);
    }

    private AttemptClaim attempt(LockoutPolicy policy, String identity) {
        AttemptClaim attempt =
                new AttemptClaim(policy, identity, "id-" + identity, Purpose.ATTEMPT, Traits.NONE, identity);
        store.ask(Operation.DECIDE, List.of(attempt), 0);
        return attempt;
    }

    /** With the text of its name, which is made for it. */
    @Test
    void ofALockout() throws ReflectiveOperationException {
        LockoutPolicy policy = LockoutPolicies.policy().lock(3, 3_600, 3_600).named("login");
        AttemptClaim own = attempt(policy, "3.key.11.user-100000");
        AttemptClaim other = attempt(policy, "3.key.11.user-100001");
        store.ask(Operation.FAIL, List.of(other), 0);
        long inFlight = bytes(own, other, "reservations");
        store.ask(Operation.FAIL, List.of(own), 0);
        assertThat(bytes(own, other, "reservations")).isBetween(200L, 368L);
        assertThat(inFlight).isBetween(300L, 560L);
    }
}
