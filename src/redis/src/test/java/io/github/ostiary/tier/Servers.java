package io.github.ostiary.tier;

import io.github.ostiary.LockState;
import io.github.ostiary.Lockouts;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.SharedStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A store that is divided among servers by the first letter of an identity, and has a counter that holds something foreign. */
final class Servers implements Store, LockBook {

    private final Map<String, Store> lines = new LinkedHashMap<>();

    /** Whose counters cannot be used. */
    @Nullable
    String spoilt;

    /** How often they were asked for. */
    int refused;

    Servers and(String name, SharedStore server) {
        lines.put(name, server.line());
        return this;
    }

    /** A server leaves: another has what it had. */
    void remove(String name) {
        lines.remove(name);
    }

    private Store line(String primary) throws StoreException {
        Store line = lines.get(primary);
        if (line == null) {
            throw new StoreException("no such server").at(primary);
        }
        return line;
    }

    private Store lineOf(String identity) throws StoreException {
        if (identity.equals(spoilt)) {
            refused++;
            throw StoreException.ofCounter("WRONGTYPE");
        }
        return line(primaryOf(identity));
    }

    @Override
    public boolean divided() {
        return true;
    }

    @Override
    public Set<String> primaries() {
        return Set.copyOf(lines.keySet());
    }

    @Override
    public String primaryOf(String identity) {
        String first = identity.substring(0, 1);
        return lines.containsKey(first) ? first : lines.keySet().iterator().next();
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
            throws StoreException {
        Map<String, List<Claim>> parts = new LinkedHashMap<>();
        for (Claim claim : claims) {
            Store unused = lineOf(claim.identity());
            parts.computeIfAbsent(primaryOf(claim.identity()), any -> new ArrayList<>())
                    .add(claim);
        }
        Map<Claim, Verdict> verdicts = new LinkedHashMap<>();
        for (Map.Entry<String, List<Claim>> part : parts.entrySet()) {
            try {
                List<Verdict> said = line(part.getKey()).ask(operation, part.getValue(), deadlineMicros);
                for (int i = 0; i < said.size(); i++) {
                    verdicts.put(part.getValue().get(i), said.get(i));
                }
            } catch (StoreException e) {
                throw e.at(part.getKey());
            }
        }
        return claims.stream().map(verdicts::get).toList();
    }

    @Override
    public LockBook locks() {
        return this;
    }

    @Override
    public LockState state(LockId place) throws StoreException {
        return lineOf(place.identity()).locks().state(place);
    }

    @Override
    public List<Optional<LockDetail>> look(List<LockId> places) throws StoreException {
        List<Optional<LockDetail>> seen = new ArrayList<>();
        for (LockId place : places) {
            seen.add(
                    place.identity().equals(spoilt)
                            ? Optional.empty()
                            : lineOf(place.identity())
                                    .locks()
                                    .look(List.of(place))
                                    .get(0));
        }
        return seen;
    }

    @Override
    public List<Boolean> restore(List<KeptLock> locks) throws StoreException {
        List<Boolean> known = new ArrayList<>();
        for (KeptLock lock : locks) {
            known.add(lineOf(lock.place().identity())
                    .locks()
                    .restore(List.of(lock))
                    .get(0));
        }
        return known;
    }

    @Override
    public void lock(LockId place, String label, long micros, String reason) throws StoreException {
        lineOf(place.identity()).locks().lock(place, label, micros, reason);
    }

    @Override
    public void unlock(LockId place, long agoMicros) throws StoreException {
        lineOf(place.identity()).locks().unlock(place, agoMicros);
    }

    @Override
    public boolean admit(LockId place, Traits from, long mark) throws StoreException {
        return lineOf(place.identity()).locks().admit(place, from, mark);
    }

    @Override
    public Lockouts.Page list(LockoutPolicy policy, @Nullable String cursor, int max) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SharedState sharedState() {
        throw new UnsupportedOperationException();
    }

    /** Whether any answers. */
    @Override
    public void ping() throws StoreException {
        List<StoreException> failures = new ArrayList<>();
        for (String primary : primaries()) {
            try {
                ping(primary);
            } catch (StoreException e) {
                failures.add(e);
            }
        }
        if (failures.size() == lines.size()) {
            throw StoreException.of(failures);
        }
    }

    @Override
    public void ping(String primary) throws StoreException {
        if (primary.equals(UNDIVIDED)) {
            ping();
            return;
        }
        try {
            line(primary).ping();
        } catch (StoreException e) {
            throw e.at(primary);
        }
    }

    @Override
    public String epoch(String primary, long deadlineMicros) throws StoreException {
        return line(primary).epoch(UNDIVIDED, deadlineMicros);
    }

    @Override
    public void close() {}
}
