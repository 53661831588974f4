package io.github.ostiary.config;

import io.github.ostiary.edge.ConsoleSettings;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.identity.KeySettings;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.SettingInForce;
import io.github.ostiary.text.WrittenName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tells what was written of rules that have been read. */
final class DeclaredReader {

    private final Settings settings;
    private final String file;
    private final RuleContext context;

    /**
     * A reader.
     *
     * @param file what to call the file
     * @param context what the rules inherit
     */
    DeclaredReader(Settings settings, String file, RuleContext context) {
        this.settings = settings;
        this.file = file;
        this.context = context;
    }

    /**
     * Reads all that was written.
     *
     * @param shadows the names of the rules that only report, with their kinds
     */
    Declared read(Iterable<RuleName> names, Optional<ConsoleSettings> console, Set<String> shadows) {
        List<RuleInForce> rules = new ArrayList<>();
        Map<String, KeyExpression> keys = new HashMap<>();
        for (RuleName name : names) {
            rules.add(rule(name, shadows.contains(name.toString())));
            if (name.kind() != RuleVocabulary.ALLOW && name.kind() != RuleVocabulary.BLOCK) {
                Optional<KeyExpression> key = key(name);
                if (key.isPresent()) {
                    keys.put(name.toString(), key.get());
                }
            }
        }
        return new Declared(console, settings.inForce("", file), rules, keys);
    }

    private RuleInForce rule(RuleName name, boolean shadow) {
        List<SettingInForce> stated = settings.inForce(name.prefix(), file);
        if (WrittenName.isOfSignIn(name.name())) { // what its figures follow from
            String signIn = RuleName.sharedPrefixOf(name.toString());
            stated.addAll(settings.inForce(signIn + SignInKeys.STRICTNESS.name(), file));
        }
        return new RuleInForce(
                name.kind().prefix(),
                name.name(),
                settings.value(name.prefix() + RuleKeys.DESCRIPTION.name()).orElse(""),
                shadow,
                stated);
    }

    /** The callers it counts, as far as a name or an address says: no resolver is asked. Empty if that cannot be read. */
    private Optional<KeyExpression> key(RuleName name) {
        String text = settings.value(name.prefix() + RuleKeys.KEY.name())
                .or(RuleKeys.KEY::fallback)
                .orElseThrow();
        try {
            return Optional.of(
                    KeyExpression.parse(text, new KeySettings(context.client(), resolver -> call -> Optional.empty())));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // the problem is reported already
        }
    }
}
