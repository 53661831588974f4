package io.github.ostiary.config;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Keys as platforms with relaxed names write them: {@code limit.api.per-ip} and {@code limit.api.PERIP} are {@code limit.api.perIp}. */
public final class RelaxedKey {

    private RelaxedKey() {}

    /**
     * The key that is meant. A rule's name stays as it is written, and so does the name of a plan.
     *
     * @param written without a prefix
     * @return the same if no key is known that reads alike
     */
    public static String of(String written) {
        String[] parts = written.split("\\.", 3);
        Optional<RuleVocabulary> kind =
                parts.length < 3 ? Optional.empty() : RuleVocabulary.byPrefix(parts[0].toLowerCase(Locale.ROOT));
        return kind.isEmpty()
                ? known(written, GlobalKeys.ALL)
                : new RuleName(kind.get(), parts[1]) + "."
                        + known(parts[2], kind.get().keys());
    }

    /**
     * A flag as the key has it: YAML makes {@code false} of {@code off}.
     *
     * @param key ours
     * @param flag what YAML has made of the value
     */
    public static String flag(String key, boolean flag) {
        String word = Boolean.toString(flag);
        Optional<ConfigKey<?>> known =
                RuleKey.parse(key).map(RuleKey::declared).orElseGet(() -> GlobalKeys.ALL.find(key));
        return known.isEmpty() || accepts(known.get(), word) || !accepts(known.get(), flag ? "on" : "off")
                ? word
                : flag ? "on" : "off";
    }

    private static boolean accepts(ConfigKey<?> key, String word) {
        try {
            return key.type().parser().apply(word) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String known(String written, ConfigKeys keys) {
        if (keys.known().containsKey(written)) {
            return written;
        }
        String plain = plain(written);
        for (Map.Entry<String, ConfigKey<?>> key : keys.known().entrySet()) {
            if (plain(key.getKey()).equals(plain)) {
                return key.getKey();
            }
        }
        return written;
    }

    private static String plain(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}
