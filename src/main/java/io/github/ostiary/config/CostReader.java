package io.github.ostiary.config;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import java.util.List;
import java.util.function.ToLongFunction;

/** Reads what a call costs. Missing counts {@code costMissing}; whatever is there and is no cost is malformed. */
final class CostReader {

    private CostReader() {}

    static ToLongFunction<CallContext> of(LimitConfig config) {
        int missing = config.costMissing();
        if (config.cost() instanceof Cost.HeaderCost header) {
            return call -> cost(call.headers(header.name()), missing);
        }
        if (config.cost() instanceof Cost.Param param) {
            return call -> cost(call.parameters(param.name()), missing);
        }
        long permits = ((Cost.FixedCost) config.cost()).permits();
        return call -> permits;
    }

    private static long cost(List<String> values, int missing) {
        if (values.isEmpty()) {
            return missing;
        }
        long cost = values.size() == 1 ? figure(values.get(0)) : 0;
        if (cost < 1 || cost > Cost.MAX) {
            throw new MalformedCallException("a cost is one number, 1 to " + Cost.MAX);
        }
        return cost;
    }

    /** What ASCII digits say, cut off above the bound; 0 for anything else. Applications read other spellings as more. */
    private static long figure(String text) {
        long figure = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return 0;
            }
            figure = Math.min(figure * 10 + (c - '0'), Cost.MAX + 1L);
        }
        return figure;
    }
}
