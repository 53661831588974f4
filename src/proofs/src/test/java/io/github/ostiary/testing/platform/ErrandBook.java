package io.github.ostiary.testing.platform;

import io.github.ostiary.RateLimitExceededException;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** How errands went that nobody waited for. */
@ApplicationScoped
public class ErrandBook {

    private final Map<String, String> results = new ConcurrentHashMap<>();

    /** Runs one, and writes down what came of it. */
    public void run(String id, Supplier<String> errand) {
        try {
            results.put(id, errand.get());
        } catch (RateLimitExceededException e) {
            results.put(id, e.decision().reason().name());
        } catch (RuntimeException e) {
            results.put(id, e.toString());
        }
    }

    /** What came of one; empty while nothing has. */
    public String result(String id) {
        return results.getOrDefault(id, "");
    }
}
