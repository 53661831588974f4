package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import java.util.List;
import java.util.function.ToLongFunction;

/** Reads what a call costs. Missing or unparsable counts {@code costMissing}; a number out of bounds is malformed. */
final class CostReader {

    private CostReader() {}

    static ToLongFunction<CallContext> of(LimitConfig config) {
        int missing = config.costMissing();
        if (config.cost() instanceof Cost.Header header) {
            return call -> cost(call.headers(header.name()), missing);
        }
        if (config.cost() instanceof Cost.Param param) {
            return call -> cost(call.parameters(param.name()), missing);
        }
        long permits = ((Cost.Fixed) config.cost()).permits();
        return call -> permits;
    }

    private static long cost(List<String> values, int missing) {
        String text = values.size() == 1 ? values.get(0).strip() : "";
        if (!text.matches("-?\\d{1,100}")) {
            return missing;
        }
        String digits = text.replaceFirst("^0+(?=\\d)", "");
        if (digits.startsWith("-") || digits.equals("0") || digits.length() > 7 || Long.parseLong(digits) > Cost.MAX) {
            throw new MalformedCallException("a cost is 1 to " + Cost.MAX);
        }
        return Long.parseLong(digits);
    }
}
