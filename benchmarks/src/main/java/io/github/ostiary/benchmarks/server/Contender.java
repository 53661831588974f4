package io.github.ostiary.benchmarks.server;

import io.github.ostiary.servlet.OstiaryInitializer;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** What stands in front of the servlet. All but those of {@link Run#FLOOD} admit every request. */
enum Contender {
    /** The floor. */
    NONE(Run.LOCAL, "no filter"),
    PASS(Run.LOCAL, "a filter that only passes on"),
    PASS_HEADERS(Run.LOCAL, "a filter that only sets such quota headers"),
    BUCKET4J(Run.LOCAL, "Bucket4j, a filter by hand"),
    TOMCAT_FILTER(Run.LOCAL, "Tomcat's RateLimitFilter"),
    TOKEN_BUCKET(Run.LOCAL, "Ostiary, token bucket", "headers=none", "limit.page.algorithm=token-bucket"),
    SLIDING_LOG(Run.LOCAL, "Ostiary, sliding log", "headers=none"),
    HEADERS(Run.LOCAL, "Ostiary, token bucket, quota headers", "limit.page.algorithm=token-bucket"),
    RULES_200(Run.LOCAL, "Ostiary, 200 token buckets", "headers=none", "limit.page.algorithm=token-bucket"),

    REDIS_NONE(Run.REDIS, "no filter"),
    REDIS_LEANEST(Run.REDIS, "the leanest script, a filter by hand"),
    REDIS_BUCKET4J(Run.REDIS, "Bucket4j-jedis, a filter by hand"),
    REDIS_SLIDING_LOG(Run.REDIS, "Ostiary, sliding log", "headers=none"),
    REDIS_HEADERS(Run.REDIS, "Ostiary, sliding log, quota headers"),

    FLOOD_NONE(Run.FLOOD, "no filter, everything served"),
    FLOOD_REFUSAL(Run.FLOOD, "a filter that only refuses"),
    FLOOD_BUCKET4J(Run.FLOOD, "Bucket4j, a filter by hand"),
    FLOOD_LOCAL(Run.FLOOD, "Ostiary, local store"),
    FLOOD_TWO_TIERS(Run.FLOOD, "Ostiary, through Redis"),

    RIGHT_NONE(Run.RIGHT, "no filter"),
    RIGHT_BUCKET4J(Run.RIGHT, "Bucket4j for names and addresses, by hand"),
    RIGHT_LOCAL(Run.RIGHT, "Ostiary, signin, local store"),
    RIGHT_REDIS(Run.RIGHT, "Ostiary, signin, through Redis"),

    WRONG_NONE(Run.WRONG, "no filter"),
    WRONG_BUCKET4J(Run.WRONG, "Bucket4j for names and addresses, by hand"),
    WRONG_LOCAL(Run.WRONG, "Ostiary, signin, local store"),
    WRONG_REDIS(Run.WRONG, "Ostiary, signin, through Redis");

    /** What is asked of a server. */
    enum Run {
        /** Counters in the server's own JVM. */
        LOCAL,
        /** Counters in Redis. */
        REDIS,
        /** Callers whose limits are used up. */
        FLOOD,
        /** Sign-ins with right passwords. */
        RIGHT,
        /** Sign-ins with a wrong password before each right one. */
        WRONG;

        boolean signsIn() {
            return this == RIGHT || this == WRONG;
        }

        /** The contenders on a server, the floor first. */
        List<Contender> contenders(ServerKind kind) {
            List<Contender> some = new ArrayList<>();
            for (Contender contender : Contender.values()) {
                if (contender.run == this && (contender != TOMCAT_FILTER || kind == ServerKind.TOMCAT)) {
                    some.add(contender);
                }
            }
            return some;
        }
    }

    /** As many as nobody here can ask for. */
    static final int PLENTY = 1_000_000;

    private static final int RULES = 200;

    final Run run;
    final String title;
    private final List<String> settings;

    Contender(Run run, String title, String... settings) {
        this.run = run;
        this.title = title;
        this.settings = List.of(settings);
    }

    /** Whether a server runs it whose counters are in Redis. */
    boolean needsRedis() {
        return (run == Run.REDIS && this != REDIS_NONE)
                || this == FLOOD_TWO_TIERS
                || this == RIGHT_REDIS
                || this == WRONG_REDIS;
    }

    /** Whether callers are refused, but for their first requests. */
    boolean refuses() {
        return run == Run.FLOOD && this != FLOOD_NONE;
    }

    /** What one connection asks. */
    Requests requests() {
        return run.signsIn() ? Requests.signIns(run == Run.WRONG) : Requests.page(refuses() ? 429 : 200);
    }

    private boolean isOurs() {
        return title.startsWith("Ostiary");
    }

    /** The file our filter is configured by, as an application has it; without lines for all others. */
    List<String> configuration(String redis) {
        if (!isOurs()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(settings);
        if (needsRedis()) {
            lines.add("redis.uri=" + redis);
            lines.add("redis.timeout=2s");
            if (!run.signsIn()) {
                lines.add("limit.page.lease=off");
            }
        }
        if (run.signsIn()) {
            lines.add("trustedProxies=loopback");
            lines.add("signin.main.path=/login");
            lines.add("signin.main.name=param:username");
            lines.add("signin.main.success=location:/home");
            // Half of all sign-ins fail, on purpose.
            lines.add("signin.main.siege=off");
            lines.add("signin.main.limit.rate=" + PLENTY + "/1m");
            return lines;
        }
        lines.add("limit.page.rate=" + (refuses() ? "1/1h" : PLENTY + "/1s"));
        lines.add("limit.page.path=/area0/*");
        lines.add("limit.page.key=ip");
        for (int i = 1; this == RULES_200 && i < RULES; i++) {
            lines.add("limit.page" + i + ".rate=" + PLENTY + "/1s");
            lines.add("limit.page" + i + ".algorithm=token-bucket");
            lines.add("limit.page" + i + ".path=/area" + i + "/*");
            lines.add("limit.page" + i + ".key=ip");
        }
        return lines;
    }

    /** Registers it with an application that begins. */
    void register(ServletContext context, String redis) throws ServletException {
        if (isOurs()) {
            OstiaryInitializer.install(context);
            return;
        }
        switch (this) {
            case PASS -> add(context, (request, response, chain) -> chain.doFilter(request, response));
            case PASS_HEADERS -> add(context, PeerFilters.headers());
            case FLOOD_REFUSAL -> add(context, (request, response, chain) -> PeerFilters.refuse(response));
            case BUCKET4J, FLOOD_BUCKET4J -> add(context, PeerFilters.bucket4j(refuses()));
            case RIGHT_BUCKET4J, WRONG_BUCKET4J -> add(context, PeerFilters.bucket4jSignIn());
            case REDIS_LEANEST -> add(context, PeerFilters.leanest(redis));
            case REDIS_BUCKET4J -> add(context, PeerFilters.bucket4jRedis(redis));
            case TOMCAT_FILTER -> add(context, PeerFilters.tomcat())
                    .setInitParameters(Map.of("bucketRequests", "1000000000", "bucketDuration", "60"));
            default -> {}
        }
    }

    private static FilterRegistration.Dynamic add(ServletContext context, Filter filter) {
        FilterRegistration.Dynamic added = context.addFilter("door", filter);
        added.setAsyncSupported(true);
        added.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
        return added;
    }
}
