package io.github.ostiary.redis;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decisions over identities whose slots no script may span. Thread-safe. */
final class CrossSlotDecision {

    /*
     * Charges of different identities (principal and ip) live in different slots. So: ask all slots read-only; if one
     * denies, nothing was spent; else commit all slots. Each is one exchange, whatever the number of slots, through the
     * queues of their servers, and both share one deadline. Error window: between asking and committing another node may
     * take the last permit. That commit then denies, and what the others committed is credited back. No counter ever exceeds
     * its limit; for that instant the others are charged one attempt too many, and since a credit takes the oldest weight
     * off first, never one too few. The same where a commit fails: what is known to be charged is credited in the
     * background, since the deadline may be over; what is unknown stays, since a credit for what was never taken would
     * be a gift. Reservations and leases are not undone here: they have ids, and the asking node settles them if they are
     * not used.
     */
    private static final int RETRIES = 5;
    private static final long RETRY_MILLIS = 500;

    private final Servers servers;

    CrossSlotDecision(Servers servers) {
        this.servers = servers;
    }

    /** The claims of one slot, and where they stand among all. */
    private record Slot(String identity, List<Integer> indices, List<Claim> claims) {

        Slot(String identity) {
            this(identity, new ArrayList<>(), new ArrayList<>());
        }
    }

    /** Does what {@link io.github.ostiary.store.Store#ask} says. */
    List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadline) throws StoreException {
        List<Slot> slots = slots(claims);
        Verdict[] verdicts = new Verdict[claims.size()];
        if (operation == Operation.DECIDE) {
            decide(claims, slots, verdicts, deadline);
        } else {
            throwAny(run(operation, slots, verdicts, deadline));
        }
        return operation.isSilent() ? List.of() : Arrays.asList(verdicts);
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
            servers.later(() -> credit(charged, servers.context.deadline(), RETRIES), 0);
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
            boolean counted = verdicts[slot.indices().get(i)].passed()
                    && !claim.onlyLooks()
                    && (claim.isHeld() || !claim.countsDenied());
            if (counted && claim.isHeld() != charges) {
                taken.indices().add(slot.indices().get(i));
                taken.claims()
                        .add(charges ? claim.granted(verdicts[slot.indices().get(i)]) : claim);
            }
        }
        return taken;
    }

    private static void addTo(List<Slot> slots, Slot slot) {
        if (!slot.claims().isEmpty()) {
            slots.add(slot);
        }
    }

    /** Credits a little later what certainly was not credited; what perhaps was, not: twice would be a gift. */
    private void credit(List<Slot> slots, long deadline, int retries) {
        List<RoutedRequest> calls = servers.exchange(calls(Operation.GIVE_BACK, slots, deadline), true);
        List<Slot> unasked = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            if (!calls.get(i).sent()) {
                unasked.add(slots.get(i));
            }
        }
        if (!unasked.isEmpty() && retries > 0) {
            servers.later(() -> credit(unasked, servers.context.deadline(), retries - 1), RETRY_MILLIS);
        }
    }

    private List<RoutedRequest> calls(Operation operation, List<Slot> slots, long deadline) {
        List<RoutedRequest> calls = new ArrayList<>(slots.size());
        for (Slot slot : slots) {
            calls.add(servers.call(operation, slot.claims(), deadline));
        }
        return calls;
    }

    /** One verdict per claim of the slots that answered, and one failure or null per slot. */
    private @Nullable StoreException[] run(Operation operation, List<Slot> slots, Verdict[] verdicts, long deadline) {
        List<RoutedRequest> calls = servers.exchange(calls(operation, slots, deadline), false);
        @Nullable StoreException[] failures = new StoreException[slots.size()];
        for (int i = 0; i < calls.size(); i++) {
            Slot slot = slots.get(i);
            try {
                List<Verdict> answers = servers.verdicts(calls.get(i), slot.claims());
                for (int j = 0; j < answers.size(); j++) {
                    verdicts[slot.indices().get(j)] = answers.get(j);
                }
            } catch (StoreException e) {
                failures[i] = e;
            }
        }
        return failures;
    }

    /** Calls that travelled together share their failure. */
    private static void throwAny(@Nullable StoreException[] failures) throws StoreException {
        List<StoreException> all = new ArrayList<>(0);
        for (StoreException failure : failures) {
            if (failure != null && !all.contains(failure)) {
                all.add(failure);
            }
        }
        if (!all.isEmpty()) {
            throw StoreException.of(all);
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
}
