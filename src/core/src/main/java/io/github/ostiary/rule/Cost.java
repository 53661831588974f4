package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import java.util.List;

/** The permits a call is charged. Immutable. */
public sealed interface Cost
        permits Cost.FixedCost, Cost.HeaderCost, Cost.ParameterCost, Cost.CountedAnswer, LaterCost {

    /** The most permits one call may cost. */
    int MAX = 1_000_000;

    /**
     * The cost of one call.
     *
     * @param call what happened
     * @return 1 to 1,000,000; 0 if nothing but its answer may cost something
     * @throws MalformedCallException if what the call says is no cost
     */
    long of(CallContext call);

    /**
     * The same, with another figure where the call says nothing.
     *
     * @param permits 1 to 1,000,000
     * @return unchanged where nothing can be missing
     */
    default Cost withMissing(int permits) {
        return this;
    }

    /**
     * Always the same.
     *
     * @param permits 1 to 1,000,000
     */
    record FixedCost(int permits) implements Cost {
        @Override
        public long of(CallContext call) {
            return permits;
        }
    }

    /**
     * Said by a request header.
     *
     * @param name the header's
     * @param missing without it
     */
    record HeaderCost(String name, int missing) implements Cost {
        @Override
        public long of(CallContext call) {
            return said(call.headers(name), missing);
        }

        @Override
        public Cost withMissing(int permits) {
            return new HeaderCost(name, permits);
        }
    }

    /**
     * Said by a request parameter.
     *
     * @param name the parameter's
     * @param missing without it
     */
    record ParameterCost(String name, int missing) implements Cost {
        @Override
        public long of(CallContext call) {
            if (call.mayHideParameter(name)) {
                throw new MalformedCallException("a cost may be in a body that is no form, or that cannot be read");
            }
            return said(call.parameters(name), missing);
        }

        @Override
        public Cost withMissing(int permits) {
            return new ParameterCost(name, permits);
        }
    }

    /**
     * One permit where the answer shows any of some signals, nothing where it does not.
     *
     * @param signals these, as failures
     */
    record CountedAnswer(Signals signals) implements Cost {
        @Override
        public long of(CallContext call) {
            return 0;
        }
    }

    private static long said(List<String> values, int missing) {
        if (values.isEmpty()) {
            return missing;
        }
        long cost = values.size() == 1 ? figure(values.get(0), MAX) : 0;
        if (cost < 1 || cost > MAX) {
            throw new MalformedCallException("a cost is one number, 1 to " + MAX);
        }
        return cost;
    }

    /**
     * The number that ASCII digits say, cut off above a bound; below 0 for anything else. Applications read other
     * spellings as more.
     */
    static long figure(String text, long most) {
        long figure = text.isEmpty() ? -1 : 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            figure = Math.min(figure * 10 + (c - '0'), most + 1);
        }
        return figure;
    }
}
