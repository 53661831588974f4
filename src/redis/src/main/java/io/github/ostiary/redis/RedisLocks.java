package io.github.ostiary.redis;

import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The locks in Redis. Lists by walking the keyspace ({@code SCAN}), a part at a time: an index of locks would have to be
 * written with every lock, in a cluster on another node. Thread-safe.
 */
final class RedisLocks implements LockBook {

    private static final int TOGETHER = 100;

    private final Servers servers;
    private final KeyWalk walk;

    RedisLocks(Servers servers, String prefix) {
        this.servers = servers;
        this.walk = new KeyWalk(servers, prefix);
    }

    @Override
    public LockState state(LockId place) throws StoreException {
        return LockoutCodec.state((List<?>) ask("state", place, "", "", ""));
    }

    @Override
    public List<Optional<LockDetail>> look(List<LockId> places) throws StoreException {
        List<Optional<LockDetail>> seen = new ArrayList<>(places.size());
        for (Object reply : each("state", places.stream().map(LockId::claim).toList())) {
            seen.add(reply instanceof List<?> words ? Optional.of(LockoutCodec.seen(words)) : Optional.empty());
        }
        return seen;
    }

    @Override
    public List<Boolean> restore(List<KeptLock> locks) throws StoreException {
        List<Boolean> told = new ArrayList<>(locks.size());
        for (Object reply : each("restore", locks.stream().map(KeptLock::claim).toList())) {
            told.add(reply instanceof List<?>);
        }
        return told;
    }

    /** One reply per key, many keys in one exchange; a key that cannot be used fails alone. */
    private List<Object> each(String operation, List<AttemptClaim> claims) throws StoreException {
        List<Object> replies = new ArrayList<>(claims.size());
        for (int from = 0; from < claims.size(); from += TOGETHER) {
            List<RoutedRequest> calls = new ArrayList<>(TOGETHER);
            for (AttemptClaim claim : claims.subList(from, Math.min(from + TOGETHER, claims.size()))) {
                calls.add(servers.call(operation, claim));
            }
            replies.addAll(servers.run(calls));
        }
        return replies;
    }

    @Override
    public void lock(LockId place, String label, long micros, String reason) throws StoreException {
        ask("lock", place, Long.toString(micros == Verdict.NEVER ? -1 : micros), reason, label);
    }

    @Override
    public void unlock(LockId place, long agoMicros) throws StoreException {
        ask("unlock", place, Long.toString(agoMicros), "", "");
    }

    @Override
    public boolean admit(LockId place, Traits from, long mark) throws StoreException {
        AttemptClaim claim =
                new AttemptClaim(place.policy(), place.identity(), Long.toString(mark), Purpose.ATTEMPT, from, "");
        List<?> reply = (List<?>) run(List.of(servers.call("admit", claim))).get(0);
        return (Long) reply.get(0) == 1;
    }

    private Object ask(String operation, LockId place, String id, String value, String label) throws StoreException {
        AttemptClaim claim = new AttemptClaim(
                place.policy(), place.identity(), id, Purpose.ATTEMPT, new Traits(value, "", ""), label);
        return run(List.of(servers.call(operation, claim))).get(0);
    }

    /** One answer per place. */
    private List<?> run(List<RoutedRequest> calls) throws StoreException {
        List<?> replies = servers.run(calls);
        for (Object reply : replies) {
            if (reply instanceof byte[] error) {
                throw RedisErrors.of(new String(error, StandardCharsets.UTF_8));
            }
        }
        return replies;
    }

    @Override
    public Lockouts.Page list(LockoutPolicy policy, @Nullable String cursor, int max) throws StoreException {
        Map<String, Lockouts.LockedKey> lines = new LinkedHashMap<>();
        Optional<String> next = walk.walk(policy.rule() + ":K", cursor, (node, keys) -> {
            add(policy, keys, lines);
            return lines.size() < max;
        });
        return new Lockouts.Page(new ArrayList<>(lines.values()), next);
    }

    private void add(LockoutPolicy policy, List<byte[]> keys, Map<String, Lockouts.LockedKey> lines)
            throws StoreException {
        List<String> identities = keys.stream()
                .map(key -> walk.identity(new String(key, StandardCharsets.UTF_8)))
                .toList();
        for (int from = 0; from < identities.size(); from += TOGETHER) {
            List<String> asked = identities.subList(from, Math.min(from + TOGETHER, identities.size()));
            List<?> replies = run(asked.stream()
                    .map(identity -> servers.call("state", new LockId(policy, identity).claim()))
                    .toList());
            for (int i = 0; i < asked.size(); i++) {
                List<?> reply = (List<?>) replies.get(i);
                LockState state = LockoutCodec.state(reply);
                if (state.phase() != Phase.OPEN) {
                    lines.put(asked.get(i), new Lockouts.LockedKey(asked.get(i), LockoutCodec.label(reply), state));
                }
            }
        }
    }
}
