package io.github.ostiary.config;

import io.github.ostiary.KeyResolver;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.rule.ConcurrencyRule;
import io.github.ostiary.rule.ConcurrencyRule.Gate;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.store.ConcurrencyPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a {@code concurrency.NAME} rule. */
final class ConcurrencyReader {

    private ConcurrencyReader() {}

    /**
     * Reads it.
     *
     * @param name the rule's
     * @param rule its keys
     * @param context what it inherits
     * @return if there were problems, defaults stand in for what is wrong; of a guard that is not enabled, without gates
     */
    static ConcurrencyRule read(RuleName name, Section rule, RuleContext context) {
        if (!rule.states(ConcurrencyKeys.PERMITS)) {
            rule.problem("a concurrency rule needs permits; add " + rule.full(ConcurrencyKeys.PERMITS) + "=10");
        }
        Optional<KeyExpression> stated = context.keys().read(rule);
        BasicsReader reader = new BasicsReader(name, rule, context, false, Methods.ALL);
        int perIp = perIp(rule, stated);
        RuleBasics basics = reader.read(
                reader.shadow(),
                condition -> condition,
                rule.states(RuleKeys.KEY)
                        && stated.filter(KeyExpression::asksForCaller).isPresent());
        int permits = rule.find(ConcurrencyKeys.PERMITS).orElse(1);
        long lease = rule.micros(ConcurrencyKeys.LEASE);
        KeyExpression key = stated.orElseGet(() -> context.keys().standard(rule));
        List<Gate> gates = new ArrayList<>();
        if (context.global().get(GlobalKeys.ENABLED)) {
            add(gates, key.sets(), new ConcurrencyPolicy(name.name(), "", permits, lease, basics.shadow()), false);
        }
        if (context.global().get(GlobalKeys.ENABLED) && perIp > 0) {
            add(
                    gates,
                    key.freelyChosen(),
                    new ConcurrencyPolicy(name.name(), "ip", perIp, lease, basics.shadow()),
                    true);
        }
        return new ConcurrencyRule(basics, reader.terms(rule.micros(ConcurrencyKeys.WAIT), key::adopt, key), gates);
    }

    private static void add(List<Gate> gates, List<KeyResolver> sets, ConcurrencyPolicy policy, boolean optional) {
        sets.forEach(set -> gates.add(new Gate(set, policy, optional)));
    }

    /** The permits of the address of a caller who chooses the key freely; 0 for none. */
    private static int perIp(Section rule, Optional<KeyExpression> key) {
        boolean needed = key.filter(KeyExpression::needsPerIp).isPresent();
        if (needed && !rule.states(ConcurrencyKeys.PER_IP)) {
            rule.missing(
                    ConcurrencyKeys.PER_IP,
                    "callers choose '" + KeyReader.text(rule)
                            + "' freely, and each new value would get new permits; state the permits of one address, such as "
                            + rule.text(ConcurrencyKeys.PERMITS).orElse("10") + ", or none");
        } else if (!needed && key.isPresent()) {
            rule.reject(
                    ConcurrencyKeys.PER_IP,
                    "no part of '" + KeyReader.text(rule) + "' is freely chosen by callers; remove it");
        }
        return rule.find(ConcurrencyKeys.PER_IP).orElse(0);
    }
}
