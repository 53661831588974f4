package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Decision;
import io.github.ostiary.DenialHandler;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.Position;
import io.github.ostiary.Quota;
import io.github.ostiary.Rate;
import io.github.ostiary.RateLimiter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** TEMPORARY, for the servlet edge's tests: counts by rule and key, never frees anything. */
public final class WebGuard implements AutoCloseable, Guard {

    private final Properties properties = new Properties();
    private final ClassLoader loader;
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    private WebGuard(WebApplication app) {
        loader = app.classLoader();
        try (InputStream in = app.resource("/WEB-INF/ostiary.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
        properties.putAll(app.initParams());
        List<String> problems = new ArrayList<>();
        properties.stringPropertyNames().forEach(key -> {
            if (key.endsWith(".rat")) {
                problems.add(key + " is unknown; did you mean " + key + "e?");
            }
            if (key.endsWith(".rate") && properties.getProperty(key).equals("often")) {
                problems.add(key + ": 'often' is not a rate");
            }
        });
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    public static WebGuard deploy(WebApplication app) {
        return new WebGuard(app);
    }

    public Guard guard() {
        return this;
    }

    public EdgeSettings edge() {
        return new EdgeSettings(
                !properties.getProperty("enabled", "true").equals("false"),
                switch (properties.getProperty("headers", "draft")) {
                    case "none" -> HeaderStyle.NONE;
                    case "x-ratelimit" -> HeaderStyle.X_RATELIMIT;
                    default -> HeaderStyle.DRAFT;
                },
                StandardCharsets.UTF_8,
                Optional.ofNullable(properties.getProperty("deniedPage")),
                Optional.ofNullable(properties.getProperty("denialHandler")).map(this::handler),
                properties.containsValue("last"),
                Map.of());
    }

    @Override
    public Decision check(CallContext call, Position position) {
        List<Quota> quotas = new ArrayList<>();
        for (String key : new TreeSet<>(properties.stringPropertyNames())) {
            String rule = key.replaceAll("limit\\.(.*)\\.path", "$1");
            boolean last = properties
                    .getProperty("limit." + rule + ".position", "first")
                    .equals("last");
            String path = call.path().orElse("");
            if (key.endsWith(".path")
                    && last == (position == Position.LAST)
                    && matches(properties.getProperty(key), path)) {
                Decision decision = check(rule, call);
                if (!decision.allowed()) {
                    return decision;
                }
                quotas.addAll(decision.quotas());
            }
        }
        quotas.sort(Comparator.comparing(Quota::remainingShare));
        return Decision.allow(quotas, false, false);
    }

    private DenialHandler handler(String name) {
        try {
            return (DenialHandler)
                    loader.loadClass(name).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static boolean matches(String pattern, String path) {
        return pattern.equals(path)
                || (pattern.endsWith("/*") && (path + "/").startsWith(pattern.substring(0, pattern.length() - 1)));
    }

    @Override
    public Decision check(String rule, CallContext call) {
        Rate rate = Rate.parse(properties.getProperty("limit." + rule + ".rate", "3/1h"));
        String identity;
        try {
            String key = properties.getProperty("limit." + rule + ".key", "ip");
            identity = key.startsWith("param:")
                    ? call.parameters(key.substring("param:".length())).toString()
                    : call.peer().orElse("");
        } catch (MalformedCallException e) {
            return Decision.deny(Decision.Reason.MALFORMED, rule, List.of(), null, false, false);
        }
        int n = counts.merge(rule + " " + identity, 1, (a, b) -> Math.min(a + b, (int) rate.permits() + 1));
        long remaining = Math.max(0, rate.permits() - n);
        List<Quota> quotas = List.of(new Quota(rule, rule, rate, remaining, rate.window()));
        return n <= rate.permits()
                ? Decision.allow(quotas, false, false)
                : Decision.deny(Decision.Reason.RATE_LIMITED, rule, quotas, Duration.ofMinutes(59), false, false);
    }

    @Override
    public RateLimiter limiter(String rule) {
        throw new IllegalArgumentException(rule);
    }

    @Override
    public Key keyFor(String rule, CallContext call) {
        throw new IllegalArgumentException(rule);
    }

    @Override
    public void close() {
        System.getLogger(WebGuard.class.getName()).log(System.Logger.Level.INFO, "Ostiary closed");
    }
}
