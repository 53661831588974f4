package io.github.ostiary.setup;

import io.github.ostiary.Algorithm;
import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Position;
import io.github.ostiary.rule.KeyedLimits;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleKind;
import io.github.ostiary.store.Limit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Made-up calls that are decided before the first true one comes, by a guard of their own that is thrown away: what a
 * first call loads, links and makes is there when it is needed, and what all calls go through is compiled. The true guard,
 * its store and listeners, and whatever is the application's own, have no part in it. Nothing is counted or logged.
 */
final class Rehearsal {

    /** The JVM begins to compile after 200 calls, later if much else is compiled, and to specialise after 5,000. */
    private static final int CALLS = 1_500;

    /** Of what is seldom called it is enough that it is loaded. */
    private static final int FEW = 5;

    private final Map<String, String> rules = new HashMap<>();
    private final List<CallContext> calls = new ArrayList<>();
    private final Function<String, CallContext> edge;

    private Rehearsal(Function<String, CallContext> edge) {
        this.edge = edge;
    }

    /**
     * Rehearses what a configuration will need.
     *
     * @param edge makes calls up, of a path; of the class that true ones have, or what is compiled would suit neither
     * @param told hears what each made-up caller is told
     */
    static void run(GuardConfig config, Function<String, CallContext> edge, Consumer<Decision> told) {
        Rehearsal rehearsal = new Rehearsal(edge);
        if (config.global().enabled()) {
            rehearsal.plan(config.rules());
        }
        if (!rehearsal.calls.isEmpty()) {
            rehearsal.run(told);
        }
    }

    /** For each kind of rule and each algorithm there is one rule, with a path of its own. */
    private void plan(List<Rule> configured) {
        Set<Algorithm> algorithms = EnumSet.noneOf(Algorithm.class);
        Set<RuleKind> kinds = EnumSet.noneOf(RuleKind.class);
        for (Rule rule : configured) {
            kinds.add(rule.kind());
            if (rule instanceof LimitRule limit) {
                for (KeyedLimits keyed : limit.limits().ofAllPlans()) {
                    for (Limit each : keyed.limits()) {
                        algorithms.add(each.algorithm());
                    }
                }
            }
        }
        for (Algorithm algorithm : algorithms) {
            String rule = "limit." + algorithm.configName();
            plan(rule, CALLS / algorithms.size(), "rate", "100000/1h");
            rules.put(rule + ".algorithm", algorithm.configName());
        }
        if (kinds.contains(RuleKind.CONCURRENCY)) {
            plan("concurrency.c", FEW, "permits", "10");
        }
        if (kinds.contains(RuleKind.LOCKOUT)) {
            plan("lockout.k", FEW, "steps", "100/1m lock 1s");
            rules.put("lockout.k.failure", "status:401");
            rules.put("lockout.k.success", "status:204");
        }
    }

    private void plan(String rule, int often, String key, String value) {
        rules.put(rule + ".path", "/made/up/" + rule);
        rules.put(rule + ".key", "ip");
        rules.put(rule + "." + key, value);
        for (int i = 0; i < often; i++) {
            calls.add(edge.apply("/made/up/" + rule));
        }
    }

    private void run(Consumer<Decision> told) {
        ConfigSources sources = ConfigSources.of(rules, Map.of(), Map.of());
        Composition made = Composition.of(sources, Rehearsal.class.getClassLoader(), Optional.empty(), List.of());
        try (ConfiguredGuard guard = made.guard()) {
            for (CallContext call : calls) {
                @Nullable CallContext outer = CurrentCall.remember(call);
                Admission admission = guard.enter(call, Position.FIRST);
                told.accept(admission.decision());
                if (admission.holdsAnything()) {
                    admission.end(new CallOutcome(
                            OptionalInt.of(401), CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
                }
                CurrentCall.forget(outer);
            }
        }
    }
}
