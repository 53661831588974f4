package io.github.ostiary.redis;

import io.github.ostiary.Charge;
import io.github.ostiary.Limit;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import io.github.ostiary.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    public List<Verdict> decide(List<Charge> charges) throws StoreException {
        List<List<Integer>> slots = slots(charges);
        if (slots.size() == 1) {
            return run(Operation.DECIDE, charges);
        }
        Verdict[] verdicts = new Verdict[charges.size()];
        for (List<Integer> slot : slots) {
            ask(Operation.PEEK, charges, slot, verdicts);
        }
        List<List<Integer>> committed = new ArrayList<>();
        boolean admitted = admits(charges, verdicts);
        for (List<Integer> slot : slots) {
            if (admitted) {
                ask(Operation.DECIDE, charges, slot, verdicts);
                admitted = admits(charges, verdicts);
                if (admitted) {
                    committed.add(slot);
                } else {
                    refund(charges, committed, verdicts);
                }
            } else if (slot.stream()
                    .anyMatch(i -> noticesRefusals(charges.get(i).limit()))) {
                ask(Operation.REFUSE, charges, slot, verdicts);
            }
        }
        return Arrays.asList(verdicts);
    }

    private static boolean noticesRefusals(Limit limit) {
        return limit.countDenied() || limit.fillsFromFirstUse();
    }

    private static boolean admits(List<Charge> charges, Verdict[] verdicts) {
        for (int i = 0; i < verdicts.length; i++) {
            if (!verdicts[i].passed() && !charges.get(i).limit().shadow()) {
                return false;
            }
        }
        return true;
    }

    private void refund(List<Charge> charges, List<List<Integer>> committed, Verdict[] verdicts) throws StoreException {
        for (List<Integer> slot : committed) {
            List<Integer> taken = slot.stream()
                    .filter(i -> verdicts[i].passed() && !charges.get(i).limit().countDenied())
                    .toList();
            if (!taken.isEmpty()) {
                run(Operation.CREDIT, pick(charges, taken));
                ask(Operation.PEEK, charges, taken, verdicts);
            }
        }
    }

    private void ask(Operation operation, List<Charge> charges, List<Integer> slot, Verdict[] verdicts)
            throws StoreException {
        List<Verdict> answers = run(operation, pick(charges, slot));
        for (int i = 0; i < answers.size(); i++) {
            verdicts[slot.get(i)] = answers.get(i);
        }
    }

    @Override
    public List<Verdict> peek(List<Charge> charges) throws StoreException {
        return askAll(Operation.PEEK, charges);
    }

    @Override
    public List<Verdict> charge(List<Charge> charges) throws StoreException {
        return askAll(Operation.CHARGE, charges);
    }

    private List<Verdict> askAll(Operation operation, List<Charge> charges) throws StoreException {
        Verdict[] verdicts = new Verdict[charges.size()];
        for (List<Integer> slot : slots(charges)) {
            ask(operation, charges, slot, verdicts);
        }
        return Arrays.asList(verdicts);
    }

    @Override
    public void reset(List<Charge> charges) throws StoreException {
        for (List<Integer> slot : slots(charges)) {
            run(Operation.RESET, pick(charges, slot));
        }
    }

    @Override
    public void credit(List<Charge> charges) throws StoreException {
        for (List<Integer> slot : slots(charges)) {
            run(Operation.CREDIT, pick(charges, slot));
        }
    }

    /** The indices of the charges that can be decided together. */
    private static List<List<Integer>> slots(List<Charge> charges) {
        Map<String, List<Integer>> slots = new LinkedHashMap<>();
        for (int i = 0; i < charges.size(); i++) {
            slots.computeIfAbsent(charges.get(i).identity(), identity -> new ArrayList<>())
                    .add(i);
        }
        return List.copyOf(slots.values());
    }

    private static List<Charge> pick(List<Charge> charges, List<Integer> indices) {
        return indices.stream().map(charges::get).toList();
    }

    private List<Verdict> run(Operation operation, List<Charge> charges) throws StoreException {
        try {
            List<?> replies =
                    (List<?>) Scripts.run(client::executeCommand, script, new Wire().add(prefix, operation, charges));
            return Wire.verdicts(replies.get(0));
        } catch (RuntimeException e) {
            StoreException failure = Failures.of(e);
            if (Failures.spoilsConnections(failure)) {
                Connections.dropIdle(client);
            }
            throw failure;
        }
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
