package io.github.ostiary.config;

import io.github.ostiary.KeyResolver;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.rule.CallTerms;
import io.github.ostiary.rule.ConcurrencyRule;
import io.github.ostiary.rule.ConcurrencyRule.Gate;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads a {@code concurrency.NAME} rule. */
final class ConcurrencyReader {

    private static final int MOST = 100_000;

    private ConcurrencyReader() {}

    /**
     * Reads it.
     *
     * @param name the rule's
     * @param rule its keys
     * @param context what it inherits
     * @return if there were problems, defaults stand in for what is wrong; of a guard that is not enabled, without gates
     */
    static ConcurrencyRule read(String name, Section rule, RuleContext context) {
        if (!rule.states("permits")) {
            rule.problem("a concurrency rule needs permits; add " + rule.full("permits") + "=10");
        }
        Optional<KeyExpression> stated = context.keys().read(rule);
        BasicsReader reader =
                new BasicsReader(new RuleName(RuleVocabulary.CONCURRENCY, name), rule, List.of(), Methods.ALL);
        OptionalInt perIp = perIp(rule, stated);
        boolean shadow = reader.shadow(context.global());
        FailurePolicy onStoreFailure = rule.choice(
                "onStoreFailure", FailurePolicy.class, context.global().get(GlobalKeys.ON_STORE_FAILURE));
        RuleBasics basics = reader.read(shadow, reader.status(), condition -> condition, context.counts());
        int permits = rule.number("permits", 1, MOST, 1);
        Duration lease = rule.duration("lease", Duration.ofSeconds(1), Duration.ofHours(24), Duration.ofSeconds(30));
        Duration wait = rule.duration("wait", Duration.ZERO, Duration.ofSeconds(60), Duration.ZERO);
        boolean needsKey = rule.choice("onMissingKey", MissingKey.class, MissingKey.REFUSE) == MissingKey.REFUSE;
        KeyExpression key = stated.orElseGet(() -> context.keys().standard(rule));
        ConcurrencyPolicy policy = new ConcurrencyPolicy(name, "", permits, Durations.toMicros(lease), shadow);
        return new ConcurrencyRule(
                basics,
                new CallTerms(onStoreFailure, Durations.toMicros(wait), needsKey, key::adopt, key::knownAs),
                context.global().get(GlobalKeys.ENABLED) ? gates(key, policy, perIp) : List.of());
    }

    /** One for each of the key's sets, and one for the address of a caller who chooses it freely. */
    private static List<Gate> gates(KeyExpression key, ConcurrencyPolicy policy, OptionalInt perIp) {
        List<Gate> gates = new ArrayList<>();
        for (KeyResolver set : key.sets()) {
            gates.add(new Gate(set, policy, false));
        }
        if (perIp.isPresent()) {
            ConcurrencyPolicy address =
                    new ConcurrencyPolicy(policy.rule(), "ip", perIp.getAsInt(), policy.leaseMicros(), policy.shadow());
            key.freelyChosen().forEach(set -> gates.add(new Gate(set, address, true)));
        }
        return gates;
    }

    private static OptionalInt perIp(Section rule, Optional<KeyExpression> key) {
        boolean needed = key.filter(KeyExpression::needsPerIp).isPresent();
        if (needed && !rule.states("perIp")) {
            rule.missing(
                    "perIp",
                    "callers choose '" + KeyReader.text(rule)
                            + "' freely, and a fresh value would have fresh permits; state the permits of an address,"
                            + " such as " + rule.text("permits").orElse("10") + ", or none");
        } else if (!needed && key.isPresent()) {
            rule.reject("perIp", "no part of '" + KeyReader.text(rule) + "' is freely chosen by callers; remove it");
        }
        Optional<Integer> permits = rule.read("perIp", ConcurrencyReader::perIp);
        return permits.isPresent() && permits.get() > 0 ? OptionalInt.of(permits.get()) : OptionalInt.empty();
    }

    private static int perIp(String text) {
        if (text.equals("none")) {
            return 0;
        }
        if (!text.matches("\\d+")) {
            throw new IllegalArgumentException("must be none or a whole number from 1 to " + MOST);
        }
        return Values.number(text, 1, MOST);
    }
}
