package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.ostiary.Guard;
import io.github.ostiary.architecture.ClassFiles.Call;
import io.github.ostiary.architecture.ClassFiles.Edge;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gives the checks what they exist to find. */
class ArchitectureCanFailTest {

    private static final String ALLOWED =
            """
            classes -> java.base
            classes -> not found
               io.github.ostiary.Key                    -> java.util.List                          java.base
               io.github.ostiary.Key                    -> org.jspecify.annotations.Nullable       not found
               io.github.ostiary.RateLimitExceededException -> jakarta.ejb.ApplicationException not found
               io.github.ostiary.text.Digest            -> javax.crypto.Mac                        java.base
               io.github.ostiary.local.CounterTable     -> com.github.benmanes.caffeine.cache.Cache not found
               io.github.ostiary.redis.Scripts          -> redis.clients.jedis.UnifiedJedis        not found
               io.github.ostiary.setup.Composition      -> io.github.ostiary.engine.Engine         classes
               io.github.ostiary.servlet.RateLimitFilter -> io.github.ostiary.setup.Subscription classes
               io.github.ostiary.servlet.RateLimitFilter -> jakarta.servlet.http.HttpServletRequest not found
               io.github.ostiary.interceptor.X          -> jakarta.enterprise.inject.spi.Extension not found
            """;

    @Test
    void whatTheTableAllowsIsRead() {
        assertThat(ClassFiles.edges(ALLOWED))
                .hasSize(10)
                .contains(
                        new Edge("io.github.ostiary.setup.Composition", "io.github.ostiary.engine.Engine", "classes"));
        assertThat(PackageTable.violations(ClassFiles.edges(ALLOWED))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.github.ostiary.Guard -> io.github.ostiary.setup.Composition classes",
                "io.github.ostiary.Guard -> io.github.ostiary.store.Store classes",
                "io.github.ostiary.text.Durations -> io.github.ostiary.Rate classes",
                "io.github.ostiary.rule.RuleSet -> io.github.ostiary.engine.Tiers classes",
                "io.github.ostiary.tier.TwoTiers -> io.github.ostiary.edge.Admission classes",
                "io.github.ostiary.config.ConfigReader -> io.github.ostiary.setup.GuardBuilder classes",
                "io.github.ostiary.servlet.RateLimitFilter -> io.github.ostiary.config.ConfigReader classes",
                "io.github.ostiary.Guard -> jakarta.ejb.EJBException not found",
                "io.github.ostiary.Guard -> jakarta.servlet.Filter not found",
                "io.github.ostiary.Guard -> javax.crypto.Mac java.base",
                "io.github.ostiary.Guard -> java.sql.Connection java.sql",
                "io.github.ostiary.Guard -> sun.misc.Unsafe JDK internal API (jdk.unsupported)",
                "io.github.ostiary.algorithm.KnownUse -> com.github.benmanes.caffeine.cache.Ticker not found",
                "io.github.ostiary.engine.Engine -> io.github.ostiary.local.LocalStore classes",
                "io.github.ostiary.local.LocalStore -> io.github.ostiary.redis.RedisStore classes",
                "io.github.ostiary.local.LocalStore -> redis.clients.jedis.Jedis not found",
                "io.github.ostiary.redis.RedisStore -> io.github.ostiary.local.LocalStore classes",
                "io.github.ostiary.redis.RedisStore -> redis.clients.jedisx.Jedis not found",
                "io.github.ostiary.setup.Composition -> io.github.ostiary.servlet.RateLimitFilter classes",
                "io.github.ostiary.setup.Composition -> redis.clients.jedis.Jedis not found",
                "io.github.ostiary.servlet.RateLimitFilter -> io.github.ostiary.engine.Engine classes",
                "io.github.ostiary.servlet.RateLimitFilter -> io.github.ostiary.interceptor.X classes",
                "io.github.ostiary.interceptor.X -> io.github.ostiary.servlet.RateLimitFilter classes",
                "io.github.ostiary.interceptor.X -> java.sql.Connection java.sql",
                "io.github.ostiary.tier.TwoTiers -> redis.clients.jedis.Jedis not found",
                "io.github.ostiary.unknown.X -> java.util.List java.base",
                "io.github.ostiary.redis.pool.Y -> io.github.ostiary.Guard classes",
                "io.github.ostiary.Guard -> io.github.ostiary.redis.pool.Y classes",
            })
    void aForbiddenEdgeIsFound(String line) {
        List<Edge> edges = ClassFiles.edges(ALLOWED + "   " + line + "\n");

        assertThat(PackageTable.violations(edges)).singleElement().isEqualTo(edges.get(10));
    }

    @Test
    void aCircleIsFound() {
        List<Edge> edges = ClassFiles.edges(ALLOWED
                + """
                  io.github.ostiary.engine.Engine -> io.github.ostiary.local.A classes
                  io.github.ostiary.local.A -> io.github.ostiary.redis.B classes
                  io.github.ostiary.redis.B -> io.github.ostiary.engine.C classes
                """
                        .indent(2));

        assertThat(PackageTable.circles(ClassFiles.edges(ALLOWED))).isEmpty();
        assertThat(PackageTable.circles(edges)).contains("engine", "local", "redis");
        assertThat(PackageTable.reachable(edges, "engine")).contains("redis");
    }

    /** Does all that is forbidden, by call and by reference. */
    @SuppressWarnings("unused")
    private static final class Naughty {

        final Supplier<Instant> reference = Instant::now;

        long nanos() {
            return System.nanoTime() + System.currentTimeMillis();
        }

        void nap() throws InterruptedException {
            Thread.sleep(1);
        }
    }

    @Test
    void clocksAndSleepsAreFound() {
        List<Call> calls = ClassFiles.calls(ClassFiles.below(ClassFiles.location(Naughty.class)).stream()
                .filter(file -> file.endsWith("ArchitectureCanFailTest$Naughty.class"))
                .toList());

        assertThat(ForbiddenCalls.clocks(calls))
                .extracting(Call::method)
                .containsExactlyInAnyOrder(
                        "java/lang/System.nanoTime:()J",
                        "java/lang/System.currentTimeMillis:()J",
                        "java/time/Instant.now:()Ljava/time/Instant;");
        assertThat(ForbiddenCalls.sleeps(calls))
                .extracting(Call::from)
                .containsExactly("ArchitectureCanFailTest$Naughty");
    }

    /** Shows other people's types in every place a signature has. */
    @SuppressWarnings("unused")
    public abstract static class Leaky<T extends JsonNode> implements Supplier<List<? super JsonNode>> {

        protected @org.jspecify.annotations.Nullable JsonNode field;

        /** Takes one. */
        protected Leaky(JsonNode[] nodes) {}

        /** Throws one. */
        public abstract void fails() throws com.fasterxml.jackson.core.JsonProcessingException;

        private void hidden(org.junit.jupiter.api.TestInfo info) {}
    }

    @Test
    void foreignTypesInSignaturesAreFound() {
        assertThat(Signatures.foreign(Leaky.class))
                .containsExactlyInAnyOrder(
                        "com.fasterxml.jackson.databind.JsonNode",
                        "com.fasterxml.jackson.core.JsonProcessingException");
        assertThat(Signatures.foreign(Guard.class)).isEmpty();
    }
}
