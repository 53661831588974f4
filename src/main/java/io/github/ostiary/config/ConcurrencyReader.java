package io.github.ostiary.config;

import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.rule.FailurePolicy;
import java.time.Duration;
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
     * @param global what it inherits
     * @return if there were problems, defaults stand in for what is wrong
     */
    static ConcurrencyConfig read(String name, Section rule, GlobalConfig global) {
        if (!rule.states("permits")) {
            rule.problem("a concurrency rule needs permits; add " + rule.full("permits") + "=10");
        }
        Optional<KeyExpression> key = KeyReader.read(rule);
        return new ConcurrencyConfig(
                name,
                MatchReader.read(rule, List.of()),
                key.flatMap(parsed -> rule.text("key")).orElse(KeyReader.DEFAULT),
                perIp(rule, key),
                rule.flag("enforce", true) && global.enforce(),
                rule.choice("onStoreFailure", FailurePolicy.class, global.onStoreFailure()),
                LimitReader.status(rule),
                rule.number("permits", 1, MOST, 1),
                rule.duration("lease", Duration.ofSeconds(1), Duration.ofHours(24), Duration.ofSeconds(30)),
                rule.duration("wait", Duration.ZERO, Duration.ofSeconds(60), Duration.ZERO),
                rule.choice("onMissingKey", MissingKey.class, MissingKey.REFUSE));
    }

    private static OptionalInt perIp(Section rule, Optional<KeyExpression> key) {
        boolean needed = key.filter(KeyExpression::needsPerIp).isPresent();
        if (needed && !rule.states("perIp")) {
            rule.missing(
                    "perIp",
                    "callers choose '" + rule.text("key").orElse(KeyReader.DEFAULT)
                            + "' freely, and a fresh value would have fresh permits; state the permits of an address,"
                            + " such as " + rule.text("permits").orElse("10") + ", or none");
        } else if (!needed && key.isPresent()) {
            rule.reject(
                    "perIp",
                    "no part of '" + rule.text("key").orElse(KeyReader.DEFAULT)
                            + "' is freely chosen by callers; remove it");
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
