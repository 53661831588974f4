package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a sign-in by a limit, a lockout and a concurrency rule costs a real Redis: one call of few words and commands. */
class SignInCostTest {

    /** As measured on 22 November 2026, by commit f14cd3e; whoever makes it less lowers the bounds. */
    private static final long COMMANDS_TO_BEGIN = 13;

    private static final long COMMANDS_TO_BEGIN_AGAIN = 13;

    private static final long COMMANDS_TO_FAIL = 10;

    private static final long ARGUMENTS = 13;

    private static final Pattern SCRIPTS = Pattern.compile("(?m)^cmdstat_(?:evalsha|eval|fcall):calls=(\\d+)");
    private static final Pattern COMMANDS =
            Pattern.compile("(?m)^cmdstat_(?!evalsha|eval|fcall|info|hello|client|select)[^:]*:calls=(\\d+)");
    private static final long LEASE_MICROS = 30_000_000;

    private final LockoutPolicy lockout =
            LockoutPolicies.policy().lock(10, 3_600, 900, 2, 10).named("login");
    private final ConcurrencyPolicy concurrency = new ConcurrencyPolicy("login", "", 5, LEASE_MICROS, false);

    private List<Claim> signIn(String id) {
        return List.of(
                new Charge(Limits.of(Algorithm.SLIDING_LOG, "1000/1h"), "bob", 1),
                new AttemptClaim(lockout, "bob", id, Purpose.ATTEMPT, Traits.NONE, "bob"),
                new LeaseClaim(concurrency, "bob", id));
    }

    private static List<Claim> held(List<Claim> claims) {
        return claims.subList(1, claims.size());
    }

    @Test
    void oneCallOfSoManyCommands() throws StoreException {
        try (RedisServer server = RedisServer.start();
                Store store = RedisStore.open(
                        RedisUri.parse(server.uri()), "signs-in", Duration.ofSeconds(20), TimeSource.system())) {
            Asked.peek(store, signIn("first"));
            long calls = sum(server, SCRIPTS);
            assertThat(commands(server, store, Operation.DECIDE, signIn("a"))).isBetween(1L, COMMANDS_TO_BEGIN);
            assertThat(commands(server, store, Operation.FAIL, held(signIn("a"))))
                    .isBetween(1L, COMMANDS_TO_FAIL);
            assertThat(commands(server, store, Operation.DECIDE, signIn("b"))).isBetween(1L, COMMANDS_TO_BEGIN_AGAIN);
            assertThat(sum(server, SCRIPTS) - calls).as("script calls").isEqualTo(3);
        }
    }

    private static long commands(RedisServer server, Store store, Operation operation, List<Claim> claims)
            throws StoreException {
        long before = sum(server, COMMANDS);
        assertThat(Asked.ask(store, operation, claims)).allMatch(verdict -> verdict.passed());
        return sum(server, COMMANDS) - before;
    }

    private static long sum(RedisServer server, Pattern lines) {
        String statistics = server.ask(jedis -> jedis.info("commandstats"));
        return lines.matcher(statistics)
                .results()
                .mapToLong(line -> Long.parseLong(line.group(1)))
                .sum();
    }

    @Test
    void soManyWords() {
        ScriptArguments call = new ScriptArguments().add("signs-in", Operation.DECIDE, signIn("a"));
        assertThat((long) call.keys.size() + call.arguments.size()).isBetween(1L, ARGUMENTS);
    }
}
