package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.LockoutPolicies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sign-ins in a table that is full, beside a table that has room for all of them. In both directions: nobody is locked or
 * challenged who would not be with room, whatever is locked stays, more than one failure is never forgotten, and as long as what
 * failed once fills at least half of the table nobody is denied at all who would not be with room.
 */
class FullTablePropertyTest {

    private static final int THRESHOLD = 3;
    private static final int STEPS = 4_000;
    private static final List<LockoutPolicy> LADDERS = List.of(
            LockoutPolicies.policy().lock(THRESHOLD, 3_600, 3_600).named("l"),
            LockoutPolicies.policy().challenge(THRESHOLD, 3_600).named("l"),
            LockoutPolicies.policy().block(THRESHOLD, 3_600).named("l"));

    private final ManualTimeSource time = new ManualTimeSource();
    private final LocalStore roomy = new LocalStore(1_000_000, time);
    private final Map<String, Integer> remembered = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private String last = "";
    private int ids;
    private int heavy;

    static LongStream seeds() {
        long first = Long.getLong("full.seed", 1);
        return LongStream.range(first, first + Integer.getInteger("full.seeds", 12));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aFullTableIsUnjustToNobody(long seed) throws StoreException {
        Random random = new Random(seed);
        int capacity = List.of(16, 100, 600).get(random.nextInt(3));
        LockoutPolicy ladder = LADDERS.get(random.nextInt(LADDERS.size()));
        int twice = List.of(0, 0, 30, 100).get(random.nextInt(4));
        LocalStore full = new LocalStore(capacity, time);
        for (int i = 0; i < STEPS; i++) {
            boolean known = !names.isEmpty() && random.nextInt(10) < 2;
            String name = known ? names.get(random.nextInt(names.size())) : "n" + i;
            String network = random.nextInt(10) < 8 ? "6.6.6.0/24" : "10.0." + random.nextInt(200) + ".0/24";
            boolean fails = known ? random.nextInt(4) > 0 : random.nextInt(10) < 9;
            int tries = random.nextInt(100) < twice ? 1 + random.nextInt(4) : 1;
            if (!known) {
                names.add(name);
            }
            for (int attempt = 0; attempt < tries; attempt++) {
                attempt(
                        full,
                        new AttemptClaim(
                                ladder,
                                name,
                                "id" + ids++,
                                Purpose.ATTEMPT,
                                new Traits("", "", "", Key.part(Key.IP, network)),
                                ""),
                        fails,
                        capacity);
            }
            time.advance(Duration.ofMillis(random.nextInt(20)));
        }
        for (String name : names) {
            LockId place = new LockId(ladder, name);
            Phase here = full.locks().state(place).phase();
            assertThat(here == Phase.OPEN || here == roomy.locks().state(place).phase())
                    .as(name)
                    .isTrue();
        }
    }

    private void attempt(LocalStore full, AttemptClaim claim, boolean fails, int capacity) throws StoreException {
        String name = claim.identity();
        LockId place = new LockId(claim.policy(), name);
        boolean wasLocked = full.locks().state(place).phase() != Phase.OPEN;
        Verdict here = Asked.decide(full, List.of(claim)).get(0);
        Verdict there = Asked.decide(roomy, List.of(claim)).get(0);
        if (!here.passed()) {
            assertThat(here.reason() == Reason.BUSY || here.reason() == there.reason())
                    .as("%s is %s, with room %s", name, here.reason(), there)
                    .isTrue();
            assertThat(there.passed() && heavy < capacity / 2)
                    .as(
                            "%s is denied although %s of %s places are of what failed once",
                            name, capacity - heavy, capacity)
                    .isFalse();
        }
        assertThat(wasLocked && here.passed()).as("%s was locked", name).isFalse();
        forgetOne(name);
        assertThat(here.passed() && remembered.getOrDefault(name, 0) >= THRESHOLD)
                .as("%s is looked at once more", name)
                .isFalse();
        settle(full, claim, here, fails);
        settle(roomy, claim, there, fails);
        last = name;
    }

    /** One failure alone may have made room, once another name was tried. */
    private void forgetOne(String name) {
        if (!name.equals(last)) {
            remembered.remove(name, 1);
        }
    }

    private void settle(LocalStore store, AttemptClaim claim, Verdict said, boolean fails) throws StoreException {
        if (!said.passed()) {
            return;
        }
        Asked.ask(store, fails ? Operation.FAIL : Operation.SUCCEED, List.of(claim));
        if (store != roomy) {
            int now = fails ? remembered.merge(claim.identity(), 1, Integer::sum) : 0;
            heavy += now == 2 ? 1 : 0;
            if (!fails) {
                remembered.remove(claim.identity());
            }
        }
    }
}
