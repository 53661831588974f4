package io.github.ostiary.scenario;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.RedisCluster;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Three primaries, and callers that are counted by several identities. */
abstract class ClusterCase {

    static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /** A rule on who calls and one on where from. */
    static GuardBuilder builder(String prefix, String timeout, String perUser, String perAddress) {
        return on(cluster, prefix, timeout, perUser, perAddress);
    }

    static GuardBuilder on(RedisCluster servers, String prefix, String timeout, String perUser, String perAddress) {
        return GuardBuilder.create()
                .redis(servers.uri())
                .property("redis.timeout", timeout)
                .property("keyPrefix", prefix)
                .limit("user", perUser)
                .property("limit.user.key", "principal")
                .property("limit.user.path", "/*")
                .limit("address", perAddress)
                .property("limit.address.key", "ip")
                .property("limit.address.path", "/*");
    }

    /** Somebody's call. */
    record Request(String user, String apiKey, String address) implements CallContext {

        @Override
        public Optional<String> path() {
            return Optional.of("/x");
        }

        @Override
        public Optional<String> method() {
            return Optional.of("POST");
        }

        @Override
        public Optional<String> principal() {
            return Optional.of(user);
        }

        @Override
        public List<String> headers(String name) {
            return name.equalsIgnoreCase("x-key") ? List.of(apiKey) : List.of();
        }

        @Override
        public Optional<String> peer() {
            return Optional.of(address);
        }
    }

    static Decision decide(Guard guard, Request request) {
        return Entering.of(guard).enter(request, Position.FIRST).decision();
    }
}
