package io.github.ostiary.config;

import io.github.ostiary.config.LockoutKeys.SiegeMode;
import io.github.ostiary.rule.LockoutRule.Besieged;
import io.github.ostiary.rule.Siege;
import io.github.ostiary.rule.SiegeThreshold;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads when a lockout asks all for a challenge who are not known: {@code siege siege.begin siege.limit}. */
final class SiegeReader {

    private SiegeReader() {}

    /**
     * Reads it.
     *
     * @param siege what is measured for the rule; asked for if there is something to measure
     * @return null for a rule without
     */
    static @Nullable Besieged read(Section rule, Supplier<Siege> siege) {
        SiegeMode mode = rule.get(LockoutKeys.SIEGE);
        if (!rule.states(LockoutKeys.SIEGE_BEGIN)) {
            String remedy =
                    "a siege begins at a number of failures; add " + rule.full(LockoutKeys.SIEGE_BEGIN) + "=20/30m";
            rule.reject(LockoutKeys.SIEGE, remedy);
            rule.reject(LockoutKeys.SIEGE_LIMIT, remedy);
            return null;
        }
        Optional<SiegeThreshold> terms = rule.find(LockoutKeys.SIEGE_BEGIN);
        if (!rule.states(LockoutKeys.EXEMPT)) {
            rule.reject(
                    LockoutKeys.SIEGE_BEGIN,
                    "during a siege callers without a recent success must pass a challenge; add "
                            + rule.full(LockoutKeys.EXEMPT) + "=recent-success 30d");
        }
        Optional<String> limit = rule.find(LockoutKeys.SIEGE_LIMIT);
        boolean asks = rule.states(LockoutKeys.CHALLENGE_VERIFIER);
        if (!asks && limit.isEmpty()) {
            rule.reject(
                    LockoutKeys.SIEGE_BEGIN,
                    "during a siege unknown callers must pass a challenge; add "
                            + rule.full(LockoutKeys.CHALLENGE_VERIFIER)
                            + "=com.example.Captcha, or the limit that lets them in instead, "
                            + rule.full(LockoutKeys.SIEGE_LIMIT) + "=NAME");
        }
        if (asks && limit.isPresent()) {
            rule.reject(
                    LockoutKeys.SIEGE_LIMIT,
                    "a siege with a challenge limits nothing; remove this key, or challenge.verifier");
        }
        Optional<Boolean> stated = mode == SiegeMode.AUTO ? Optional.empty() : Optional.of(mode == SiegeMode.ON);
        return terms.map(begin -> new Besieged(siege.get(), begin, stated, limit))
                .orElse(null);
    }
}
