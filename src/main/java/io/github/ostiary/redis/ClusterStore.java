package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Board;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A store spread over a cluster. All counters of one identity share a slot and are decided in one script call, exactly.
 * Thread-safe.
 */
final class ClusterStore implements Store {

    /*
     * Charges of different identities (principal and ip) live in different slots, which no script may span. So: ask all
     * slots read-only; if one denies, nothing was spent; else commit all slots. Both are one exchange, whatever the
     * number of slots, and share one deadline. Error window: between asking and committing another node may take the
     * last permit. That commit then denies, and what the others committed is credited back. No counter ever exceeds its
     * limit; for that instant the others are charged one attempt too many, and since a credit takes the oldest weight
     * off first, never one too few. The same where a commit fails: what is known to be charged is credited in the
     * background, since the deadline may be over; what is unknown stays, since a credit for what was never taken would
     * be a gift. Reservations and leases are not undone here: they have ids, and whoever asked settles them if they are
     * not used.
     */
    private static final int RETRIES = 5;
    private static final long RETRY_MILLIS = 500;

    private final Cluster cluster;
    private final String prefix;
    private final long budgetMicros;
    private final TimeSource time;
    private final @Nullable StoreCounts counts;

    ClusterStore(Cluster cluster, String prefix, long budgetMicros, TimeSource time, @Nullable StoreCounts counts) {
        this.counts = counts;
        this.cluster = cluster;
        this.prefix = prefix;
        this.budgetMicros = budgetMicros;
        this.time = time;
    }

    /** The claims of one slot, and where they stand among all. */
    private record Slot(String identity, List<Integer> indices, List<Claim> claims) {

        Slot(String identity) {
            this(identity, new ArrayList<>(), new ArrayList<>());
        }
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadline) throws StoreException {
        if (areOfOneIdentity(claims)) {
            return ask(new Call(claims.get(0).identity(), call(operation, claims)), claims, deadline);
        }
        List<Slot> slots = slots(claims);
        Verdict[] verdicts = new Verdict[claims.size()];
        if (operation == Operation.DECIDE) {
            decide(claims, slots, verdicts, deadline);
        } else {
            throwAny(run(operation, slots, verdicts, deadline));
        }
        return operation == Operation.RESET || operation == Operation.CREDIT ? List.of() : Arrays.asList(verdicts);
    }

    private static boolean areOfOneIdentity(List<? extends Claim> claims) {
        for (int i = 1; i < claims.size(); i++) {
            if (!claims.get(i).identity().equals(claims.get(0).identity())) {
                return false;
            }
        }
        return !claims.isEmpty();
    }

    private List<Verdict> ask(Call call, List<? extends Claim> claims, long deadline) throws StoreException {
        exchange(List.of(call), deadline);
        return verdicts(call, claims);
    }

    private List<Verdict> verdicts(Call call, List<? extends Claim> claims) throws StoreException {
        try {
            return ScriptCall.verdicts(cluster.reply(call), claims);
        } catch (RuntimeException e) {
            throw new StoreException("Redis answers what cannot be read", e);
        }
    }

    private void decide(List<? extends Claim> claims, List<Slot> slots, Verdict[] verdicts, long deadline)
            throws StoreException {
        throwAny(run(Operation.PEEK, slots, verdicts, deadline));
        if (!admits(claims, verdicts)) {
            List<Slot> noticing = slots.stream()
                    .filter(slot -> slot.claims().stream().anyMatch(Claim::noticesDenials))
                    .toList();
            throwAny(run(Operation.DENY, noticing, verdicts, deadline));
            return;
        }
        Verdict[] committed = new Verdict[claims.size()];
        @Nullable StoreException[] failures = run(Operation.DECIDE, slots, committed, deadline);
        boolean failed = Arrays.stream(failures).anyMatch(failure -> failure != null);
        if (failed || !admits(claims, committed)) {
            refund(slots, committed, failed, deadline);
        }
        throwAny(failures);
        System.arraycopy(committed, 0, verdicts, 0, committed.length);
    }

    private static boolean admits(List<? extends Claim> claims, Verdict[] verdicts) {
        for (int i = 0; i < verdicts.length; i++) {
            if (!verdicts[i].passed() && !claims.get(i).shadow()) {
                return false;
            }
        }
        return true;
    }

    /** Charges are credited, reservations and entries are settled as if they had not begun. */
    private void refund(List<Slot> slots, Verdict[] committed, boolean failed, long deadline) throws StoreException {
        List<Slot> charged = new ArrayList<>();
        List<Slot> begun = new ArrayList<>();
        for (Slot slot : slots) {
            if (admitted(slot, committed)) {
                addTo(charged, taken(slot, committed, true));
                addTo(begun, taken(slot, committed, false));
            }
        }
        if (failed) {
            cluster.later(() -> credit(charged, time.micros() + budgetMicros, RETRIES), 0);
        } else {
            credit(charged, deadline, RETRIES);
            throwAny(run(Operation.ABANDON, begun, new Verdict[committed.length], deadline));
            throwAny(run(Operation.PEEK, charged, committed, deadline));
            throwAny(run(Operation.PEEK, begun, committed, deadline));
        }
    }

    /** Whether all claims of a slot passed, so that they are committed. */
    private static boolean admitted(Slot slot, Verdict[] verdicts) {
        for (int i = 0; i < slot.indices().size(); i++) {
            Verdict verdict = verdicts[slot.indices().get(i)];
            if (verdict == null || (!verdict.passed() && !slot.claims().get(i).shadow())) {
                return false;
            }
        }
        return true;
    }

    private static Slot taken(Slot slot, Verdict[] verdicts, boolean charges) {
        Slot taken = new Slot(slot.identity());
        for (int i = 0; i < slot.indices().size(); i++) {
            Claim claim = slot.claims().get(i);
            boolean counted = verdicts[slot.indices().get(i)].passed() && (claim.isHeld() || !claim.countsDenied());
            if (counted && claim.isHeld() != charges) {
                taken.indices().add(slot.indices().get(i));
                taken.claims().add(claim);
            }
        }
        return taken;
    }

    private static void addTo(List<Slot> slots, Slot slot) {
        if (!slot.claims().isEmpty()) {
            slots.add(slot);
        }
    }

    /** What certainly was not credited is credited a little later; what perhaps was, not: twice would be a gift. */
    private void credit(List<Slot> slots, long deadline, int retries) {
        List<Call> calls = calls(Operation.CREDIT, slots);
        cluster.exchange(calls, deadline);
        List<Slot> unasked = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            if (calls.get(i).failure() != null && !calls.get(i).sent) {
                unasked.add(slots.get(i));
            }
        }
        if (!unasked.isEmpty() && retries > 0) {
            cluster.later(() -> credit(unasked, time.micros() + budgetMicros, retries - 1), RETRY_MILLIS);
        }
    }

    private ScriptCall call(Operation operation, List<? extends Claim> claims) {
        return new ScriptCall().add(prefix, operation, claims);
    }

    private List<Call> calls(Operation operation, List<Slot> slots) {
        List<Call> calls = new ArrayList<>(slots.size());
        for (Slot slot : slots) {
            calls.add(new Call(slot.identity(), call(operation, slot.claims())));
        }
        return calls;
    }

    private void exchange(List<Call> calls, long deadline) {
        cluster.decide(calls, deadline);
        for (int i = 0; counts != null && i < calls.size(); i++) {
            StoreException failure = calls.get(i).failure();
            if (failure != null && RedisErrors.isTimeout(failure)) {
                counts.timeout();
            }
        }
    }

    /** One verdict per claim of the slots that answered, and one failure or null per slot. */
    private @Nullable StoreException[] run(Operation operation, List<Slot> slots, Verdict[] verdicts, long deadline) {
        List<Call> calls = calls(operation, slots);
        exchange(calls, deadline);
        @Nullable StoreException[] failures = new StoreException[slots.size()];
        for (int i = 0; i < calls.size(); i++) {
            Slot slot = slots.get(i);
            try {
                List<Verdict> answers = verdicts(calls.get(i), slot.claims());
                for (int j = 0; j < answers.size(); j++) {
                    verdicts[slot.indices().get(j)] = answers.get(j);
                }
            } catch (StoreException e) {
                failures[i] = e;
            }
        }
        return failures;
    }

    /** The first, which carries those of other servers. */
    private static void throwAny(@Nullable StoreException[] failures) throws StoreException {
        StoreException first = null;
        for (StoreException failure : failures) {
            if (first == null) {
                first = failure;
            } else if (failure != null && failure != first) {
                first.addSuppressed(failure);
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** The claims that can be decided together: those of one identity. */
    private static List<Slot> slots(List<? extends Claim> claims) {
        Map<String, Slot> slots = new LinkedHashMap<>();
        for (int i = 0; i < claims.size(); i++) {
            Slot slot = slots.computeIfAbsent(claims.get(i).identity(), Slot::new);
            slot.indices().add(i);
            slot.claims().add(claims.get(i));
        }
        return List.copyOf(slots.values());
    }

    @Override
    public LockBook locks() {
        return new RedisLocks(cluster, prefix);
    }

    @Override
    public Board board() {
        return new RedisBoard(cluster, prefix);
    }

    @Override
    public boolean divided() {
        return true;
    }

    @Override
    public Set<String> primaries() {
        return cluster.primaries();
    }

    @Override
    public String primaryOf(String identity) {
        return cluster.primaryOf(identity);
    }

    @Override
    public String epoch(String primary, long deadline) throws StoreException {
        String key = cluster.keyOn(primary, prefix + ":1:epoch");
        return cluster.ask(primary, link -> Health.epoch(link, key), deadline);
    }

    @Override
    public void ping() throws StoreException {
        cluster.refresh(UNDIVIDED);
    }

    @Override
    public void ping(String primary) throws StoreException {
        cluster.refresh(primary);
        if (!primary.equals(UNDIVIDED)) {
            String key = cluster.keyOn(primary, prefix + ":1:probe");
            cluster.ask(primary, link -> Health.check(link, key), time.micros() + budgetMicros);
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
