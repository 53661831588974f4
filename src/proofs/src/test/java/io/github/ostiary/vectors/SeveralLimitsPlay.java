package io.github.ostiary.vectors;

import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.TestCall;
import java.util.List;
import java.util.Map;

/** Limits too different to be rates of one rule, asked together for the cost that a call states. */
final class SeveralLimitsPlay extends LimitPlay {

    private final List<String> rules;

    SeveralLimitsPlay(Map<String, String> properties, List<String> rules) {
        super("several rules", properties);
        this.rules = rules;
    }

    @Override
    void play(Vector.Event event, World world) {
        if (!event.op().equals("hit") && !event.op().equals("consume")) {
            throw unknown(event);
        }
        compare(event, ask(event, world, key(event, world)));
    }

    @Override
    Decision ask(Vector.Event event, World world, Key key) {
        TestCall call = call(event.text("key", "k"), "1.2.3.4").param("n", Long.toString(event.n()));
        Admission admission = Entering.of(world.guard()).enter(rules, call);
        admission.end();
        return admission.decision();
    }
}
