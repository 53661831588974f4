package io.github.ostiary.wire;

import io.github.ostiary.testing.GeneratedRequests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Generated queries, forms, headers, cookies and paths: what an application finds by any of its ways is what the rule counts, or
 * the request is denied. {@code -Dreadings.seed=N} tries other ones, {@code -Dreadings.count=N} more.
 */
@Tag("slow")
class AsTheApplicationReadsTest {

    private static final long SEED = Long.getLong("readings.seed", 41);
    private static final int COUNT = Integer.getInteger("readings.count", 1_000);
    private static final String[] RULES = {
        "limit.param.path=/read",
        "limit.param.rate=1000000/1h",
        "limit.param.key=param:u",
        "limit.param.perIp=none",
        "limit.path.path=/a/*/b",
        "limit.path.rate=1000000/1h",
        "limit.path.key=ip"
    };

    @ParameterizedTest
    @EnumSource
    void parametersCookiesAndHeaders(WireServer.Kind kind) {
        try (WireServer server = WireServer.start(kind, RULES)) {
            GeneratedRequests.of(SEED).readsAsTheRule(server.port(), "/read", COUNT);
        }
    }

    @ParameterizedTest
    @EnumSource
    void paths(WireServer.Kind kind) {
        try (WireServer server = WireServer.start(kind, RULES)) {
            GeneratedRequests.of(SEED).findsAsTheRule(server.port(), "", COUNT / 3);
        }
    }
}
