package io.github.ostiary.testing.attacks;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rules a reader of lockouts.md may have: those it recommends, or some of them. */
record RuleSet(String title, Map<String, String> properties) {

    /** The place of those it recommends. */
    static final int RECOMMENDED = 5;

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```properties\\n([^`]*^lockout\\.account\\.[^`]*)^```");

    /** From none to all; the last has a cap in place of the lock. */
    static List<RuleSet> of(String page) {
        Map<String, String> all = recommended(page);
        Map<String, String> asking = new TreeMap<>(all);
        asking.computeIfPresent("lockout.account.steps", (key, steps) -> steps.substring(0, steps.indexOf(',')));
        Map<String, String> capped = new TreeMap<>(asking);
        capped.put("lockout.account.cap", "100");
        capped.put("lockout.account.victimLock", "accept");
        return List.of(
                some("no rules", all, key -> false),
                some("`limit`", all, key -> key.startsWith("limit.")),
                some("+ `password`", all, key -> !key.matches("lockout\\.(address|account)\\..*")),
                some("+ `address`", all, key -> !key.startsWith("lockout.account.")),
                new RuleSet("+ `account` (no lock)", asking),
                new RuleSet("**all**", all),
                new RuleSet("cap for lock", capped));
    }

    private static Map<String, String> recommended(String page) {
        Matcher block = BLOCK.matcher(page);
        if (!block.find()) {
            throw new AssertionError("lockouts.md recommends no rules");
        }
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(block.group(1)));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        Map<String, String> rules = new TreeMap<>();
        properties.stringPropertyNames().forEach(key -> rules.put(key, properties.getProperty(key)));
        return rules;
    }

    private static RuleSet some(String title, Map<String, String> all, Predicate<String> which) {
        Map<String, String> some = new TreeMap<>(all);
        some.keySet().removeIf(which.negate());
        return new RuleSet(title, some);
    }
}
