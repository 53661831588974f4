package io.github.ostiary.benchmarks.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.jedis.Bucket4jJedis;
import io.github.ostiary.benchmarks.LeanestScript;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import org.apache.catalina.filters.RateLimitFilter;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;

/** What an application would write, or take, instead of Ostiary: a limit per address and nothing else. */
final class PeerFilters {

    private static final int TRACKED = 100_000;
    private static final int CONNECTIONS = 32;
    private static final byte[] REFUSAL = "Too many requests. Try again in 1 hour.\n".getBytes(UTF_8);

    private PeerFilters() {}

    /** Bucket4j over a Caffeine cache, as its documentation shows. */
    static Filter bucket4j(boolean exhausted) {
        Cache<String, Bucket> buckets =
                Caffeine.newBuilder().maximumSize(TRACKED).build();
        return (request, response, chain) -> {
            if (buckets.get(request.getRemoteAddr(), address -> bucket(exhausted))
                    .tryConsume(1)) {
                chain.doFilter(request, response);
            } else {
                refuse(response);
            }
        };
    }

    /** What a listener to failed and successful sign-ins does with Bucket4j: a bucket for each name, and one for each address. */
    static Filter bucket4jSignIn() {
        Cache<String, Bucket> names = Caffeine.newBuilder().maximumSize(TRACKED).build();
        Cache<String, Bucket> addresses =
                Caffeine.newBuilder().maximumSize(TRACKED).build();
        return (request, response, chain) -> {
            HttpServletRequest http = (HttpServletRequest) request;
            Bucket name = names.get(String.valueOf(http.getParameter("username")), any -> bucket(false));
            Bucket address = addresses.get(String.valueOf(http.getHeader("X-Forwarded-For")), any -> bucket(false));
            if (name.getAvailableTokens() == 0 || address.getAvailableTokens() == 0) {
                refuse(response);
                return;
            }
            chain.doFilter(request, response);
            if (((HttpServletResponse) response).getStatus() == HttpServletResponse.SC_UNAUTHORIZED) {
                name.tryConsume(1);
                address.tryConsume(1);
            } else {
                name.reset();
            }
        };
    }

    private static Bucket bucket(boolean exhausted) {
        int permits = exhausted ? 1 : Contender.PLENTY;
        Duration window = exhausted ? Duration.ofHours(1) : Duration.ofSeconds(1);
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(permits).refillGreedy(permits, window))
                .build();
    }

    /** Bucket4j over Jedis: a proxy per call, as its documentation shows. */
    static Filter bucket4jRedis(String redis) {
        ProxyManager<byte[]> buckets = Bucket4jJedis.casBasedBuilder(client(redis))
                .expirationAfterWrite(
                        ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(Duration.ofSeconds(10)))
                .build();
        BucketConfiguration configuration = BucketConfiguration.builder()
                .addLimit(
                        limit -> limit.capacity(Contender.PLENTY).refillGreedy(Contender.PLENTY, Duration.ofSeconds(1)))
                .build();
        return (request, response, chain) -> {
            byte[] key = ("bucket4j:" + request.getRemoteAddr()).getBytes(UTF_8);
            if (buckets.getProxy(key, () -> configuration).tryConsume(1)) {
                chain.doFilter(request, response);
            } else {
                refuse(response);
            }
        };
    }

    /** The least that can be asked of Redis for each request: the leanest script, on a bare connection per thread. */
    static Filter leanest(String redis) {
        URI uri = URI.create(redis);
        ThreadLocal<LeanestScript> scripts = ThreadLocal.withInitial(() -> leanest(uri));
        return (request, response, chain) -> {
            scripts.get().ask(request.getRemoteAddr());
            chain.doFilter(request, response);
        };
    }

    private static LeanestScript leanest(URI redis) {
        try {
            return new LeanestScript(new Connection(redis.getHost(), redis.getPort()), Contender.PLENTY);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static UnifiedJedis client(String redis) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(CONNECTIONS);
        pool.setMaxIdle(CONNECTIONS);
        URI uri = URI.create(redis);
        return RedisClient.builder()
                .hostAndPort(uri.getHost(), uri.getPort())
                .poolConfig(pool)
                .build();
    }

    /** The quota headers that callers are told, as they never are: what they cost the server by itself. */
    static Filter headers() {
        return (request, response, chain) -> {
            HttpServletResponse http = (HttpServletResponse) response;
            http.setHeader("RateLimit-Policy", "\"page\";q=1000000;w=1");
            http.setHeader("RateLimit", "\"page\";r=999999;t=1");
            chain.doFilter(request, response);
        };
    }

    /** Tomcat's own. */
    static Filter tomcat() {
        return new RateLimitFilter();
    }

    /** A plain 429. */
    static void refuse(ServletResponse response) throws IOException {
        HttpServletResponse http = (HttpServletResponse) response;
        http.setStatus(429);
        http.setHeader("Retry-After", "3600");
        http.setHeader("Cache-Control", "no-store");
        http.setContentType("text/plain;charset=UTF-8");
        http.setContentLength(REFUSAL.length);
        http.getOutputStream().write(REFUSAL);
    }
}
