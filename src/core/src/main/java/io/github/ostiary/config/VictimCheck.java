package io.github.ostiary.config;

import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.store.Step;
import java.util.List;
import java.util.Optional;

/**
 * Rejects lockouts by which an attacker can shut a victim out, until an operator unblocks or by wrong answers to challenges, unless
 * {@code victimLock=accept} says that this is known.
 */
final class VictimCheck {

    private final Section rule;
    private final Optional<KeyExpression> key;

    VictimCheck(Section rule, Optional<KeyExpression> key) {
        this.rule = rule;
        this.key = key;
    }

    void check(List<Step> steps, int cap) {
        Optional<LockoutKeys.Accepted> accepted = rule.find(LockoutKeys.VICTIM_LOCK);
        boolean blocks = cap > 0 || steps.stream().anyMatch(step -> step.action() == Step.Action.BLOCK);
        boolean locks = rule.states(LockoutKeys.CHALLENGE_LOCK)
                && steps.stream().anyMatch(step -> step.action() == Step.Action.CHALLENGE);
        boolean ownAddress = key.isPresent() && key.get().alwaysHasAddress();
        if (!ownAddress && key.isPresent() && !rule.states(LockoutKeys.VICTIM_LOCK)) {
            if (blocks) {
                reject(
                        cap > 0 ? LockoutKeys.CAP : LockoutKeys.STEPS,
                        "any caller could lock a user out until an operator unblocks the key",
                        "add");
            }
            if (locks) {
                reject(
                        LockoutKeys.CHALLENGE_LOCK,
                        "any caller could lock a user out with wrong answers, again and again",
                        "remove it, so that wrong answers lock no key without ip; or add");
            }
        }
        if (accepted.isPresent() && !blocks && !locks) {
            rule.reject(
                    LockoutKeys.VICTIM_LOCK,
                    "neither cap, nor a block step, nor challenge.lock locks a user out; remove it");
        } else if (accepted.isPresent() && ownAddress) {
            rule.reject(LockoutKeys.VICTIM_LOCK, "the key has ip, so no caller can lock out another; remove it");
        }
    }

    private void reject(ConfigKey<?> setting, String danger, String remedy) {
        rule.reject(
                setting,
                danger + ", since '" + KeyReader.text(rule) + "' counts some without ip; " + remedy + " +ip to "
                        + rule.full(RuleKeys.KEY) + ", or accept it with " + rule.full(LockoutKeys.VICTIM_LOCK)
                        + "=accept");
    }
}
