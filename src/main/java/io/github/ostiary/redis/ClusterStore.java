package io.github.ostiary.redis;

import io.github.ostiary.Charge;
import io.github.ostiary.Claim;
import io.github.ostiary.LockBook;
import io.github.ostiary.Operation;
import io.github.ostiary.Reservation;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import io.github.ostiary.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import redis.clients.jedis.UnifiedJedis;

/**
 * A store spread over a cluster. All counters of one identity share a slot and are decided in one script call, exactly.
 * Thread-safe.
 */
final class ClusterStore implements Store {

    /*
     * Charges of different identities (principal and ip) live in different slots, which no script may span. So: ask all
     * slots read-only; if one refuses, nothing was spent; else commit slot by slot. Error window: between asking and
     * committing another node may take the last permit. The commit then refuses, and what was committed before it is
     * credited back. No counter ever exceeds its limit; for that instant the others are charged one attempt too many,
     * and since a credit takes the oldest weight off first, never one too few. A node that dies in between leaves them
     * charged until their window has passed.
     */
    static final int CONNECTIONS = 8;

    private final UnifiedJedis client;
    private final String prefix;
    private final Script script;

    ClusterStore(UnifiedJedis client, String prefix, Script script) {
        this.client = client;
        this.prefix = prefix;
        this.script = script;
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims) throws StoreException {
        if (operation == Operation.DECIDE) {
            return decide(claims, slots(claims));
        }
        Verdict[] verdicts = new Verdict[claims.size()];
        List<List<Integer>> slots = slots(claims);
        for (List<Integer> slot : slots) {
            ask(operation, claims, slot, verdicts);
        }
        return operation == Operation.RESET || operation == Operation.CREDIT ? List.of() : Arrays.asList(verdicts);
    }

    private List<Verdict> decide(List<? extends Claim> claims, List<List<Integer>> slots) throws StoreException {
        if (slots.size() == 1) {
            return run(Operation.DECIDE, claims);
        }
        Verdict[] verdicts = new Verdict[claims.size()];
        for (List<Integer> slot : slots) {
            ask(Operation.PEEK, claims, slot, verdicts);
        }
        List<List<Integer>> committed = new ArrayList<>();
        boolean admitted = admits(claims, verdicts);
        for (List<Integer> slot : slots) {
            if (admitted) {
                ask(Operation.DECIDE, claims, slot, verdicts);
                admitted = admits(claims, verdicts);
                if (admitted) {
                    committed.add(slot);
                } else {
                    refund(claims, committed, verdicts);
                }
            } else if (slot.stream().anyMatch(i -> noticesRefusals(claims.get(i)))) {
                ask(Operation.REFUSE, claims, slot, verdicts);
            }
        }
        return Arrays.asList(verdicts);
    }

    private static boolean noticesRefusals(Claim claim) {
        return claim instanceof Charge charge
                ? charge.limit().countDenied() || charge.limit().fillsFromFirstUse()
                : claim instanceof Reservation reservation
                        && reservation.ladder().extendOnAttempt();
    }

    private static boolean admits(List<? extends Claim> claims, Verdict[] verdicts) {
        for (int i = 0; i < verdicts.length; i++) {
            if (!verdicts[i].passed() && !claims.get(i).shadow()) {
                return false;
            }
        }
        return true;
    }

    /** Charges are credited, entries and reservations are settled as if they had not begun. */
    private void refund(List<? extends Claim> claims, List<List<Integer>> committed, Verdict[] verdicts)
            throws StoreException {
        for (List<Integer> slot : committed) {
            List<Integer> taken = slot.stream()
                    .filter(i -> verdicts[i].passed() && !countsAttempts(claims.get(i)))
                    .toList();
            undo(Operation.CREDIT, claims, taken, claim -> claim instanceof Charge);
            undo(Operation.ABANDON, claims, taken, claim -> !(claim instanceof Charge));
            if (!taken.isEmpty()) {
                ask(Operation.PEEK, claims, taken, verdicts);
            }
        }
    }

    private void undo(Operation operation, List<? extends Claim> claims, List<Integer> taken, Predicate<Claim> kind)
            throws StoreException {
        List<? extends Claim> undone =
                taken.stream().map(claims::get).filter(kind).toList();
        if (!undone.isEmpty()) {
            run(operation, undone);
        }
    }

    private static boolean countsAttempts(Claim claim) {
        return claim instanceof Charge charge && charge.limit().countDenied();
    }

    private void ask(Operation operation, List<? extends Claim> claims, List<Integer> slot, Verdict[] verdicts)
            throws StoreException {
        List<Verdict> answers = run(operation, pick(claims, slot));
        for (int i = 0; i < answers.size(); i++) {
            verdicts[slot.get(i)] = answers.get(i);
        }
    }

    /** The indices of the claims that can be decided together. */
    private static List<List<Integer>> slots(List<? extends Claim> claims) {
        Map<String, List<Integer>> slots = new LinkedHashMap<>();
        for (int i = 0; i < claims.size(); i++) {
            slots.computeIfAbsent(claims.get(i).identity(), identity -> new ArrayList<>())
                    .add(i);
        }
        return List.copyOf(slots.values());
    }

    private static List<? extends Claim> pick(List<? extends Claim> claims, List<Integer> indices) {
        return indices.stream().map(claims::get).toList();
    }

    private List<Verdict> run(Operation operation, List<? extends Claim> claims) throws StoreException {
        try {
            List<?> replies =
                    (List<?>) Scripts.run(client::executeCommand, script, new Wire().add(prefix, operation, claims));
            return Wire.verdicts(replies.get(0), claims);
        } catch (RuntimeException e) {
            StoreException failure = Failures.of(e);
            if (Failures.spoilsConnections(failure)) {
                Connections.dropIdle(client);
            }
            throw failure;
        }
    }

    @Override
    public LockBook locks() {
        return new RedisLocks(client, prefix, script);
    }

    @Override
    public String epoch() throws StoreException {
        return Health.epoch(client, prefix);
    }

    @Override
    public void ping() throws StoreException {
        Health.check(client, prefix);
    }

    @Override
    public void close() {
        client.close();
    }
}
