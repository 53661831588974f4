package io.github.ostiary.testing.attacks;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rules a reader of sign-in.md may have: those it recommends, or some of them. */
record RuleSet(String title, Map<String, String> properties, List<String> off) {

    /**
     * Rules.
     *
     * @param off those that are left out of {@link #FULL}, all else being the same
     */
    RuleSet {
        off = List.copyOf(off);
    }

    private RuleSet(String title, Map<String, String> properties) {
        this(title, properties, List.of());
    }

    /** The place of the whole set from which the sets before leave rules out. */
    static final int FULL = 5;

    /** The place of those it recommends. */
    static final int RECOMMENDED = 6;

    /** The place of those without a captcha. */
    static final int NO_CAPTCHA = 10;

    /** The place of the strict ones; behind it is what there is without a captcha. */
    static final int STRICT = 9;

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```properties\\n([^`]*^signin\\.main\\.[^`]*)^```");
    private static final String ACCOUNT = "signin.main.account";

    /** From none to all; then all with a cap in place of the lock, and by other figures. */
    static List<RuleSet> of(String page) {
        Map<String, String> all = recommended(page);
        Map<String, String> asking = with(all, Map.of(ACCOUNT + ".steps", "10/1d challenge"));
        return List.of(
                new RuleSet("no rules", Map.of(), List.of("limit", "password", "address", "account")),
                without("`limit`", all, "password", "address", "account"),
                without("+ `password`", all, "address", "account"),
                without("+ `address`", all, "account"),
                new RuleSet("+ `account` (no lock)", with(asking, Map.of("signin.main.siege", "off"))),
                new RuleSet("+ its lock", with(all, Map.of("signin.main.siege", "off"))),
                new RuleSet("**all**: + siege", all),
                new RuleSet(
                        "cap for lock",
                        with(asking, Map.of(ACCOUNT + ".cap", "100", ACCOUNT + ".victimLock", "accept"))),
                new RuleSet("`lenient`", with(all, Map.of("signin.main.strictness", "lenient"))),
                new RuleSet("`strict`", with(all, Map.of("signin.main.strictness", "strict"))),
                new RuleSet("no captcha", withoutCaptcha(all)),
                new RuleSet("`nist`", with(all, Map.of("signin.main.strictness", "nist"))),
                new RuleSet("`pci`", with(all, Map.of("signin.main.strictness", "pci"))));
    }

    /** Whether this is {@link #FULL} or leaves rules out of it. */
    boolean isPart() {
        return !off.isEmpty() || title.equals("+ its lock");
    }

    /** Whether there is nothing that asks for a captcha. */
    boolean asksForNone() {
        return !properties.containsKey("signin.main.captcha")
                || off.containsAll(List.of("password", "address", "account"));
    }

    private static Map<String, String> recommended(String page) {
        Matcher block = BLOCK.matcher(page);
        if (!block.find()) {
            throw new AssertionError("sign-in.md recommends no rules");
        }
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(block.group(1)));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        Map<String, String> rules = new TreeMap<>();
        properties.stringPropertyNames().forEach(key -> rules.put(key, properties.getProperty(key)));
        rules.put("signin.main.captcha", "com.example.Captcha"); // of which each attack says how it is answered
        return rules;
    }

    private static RuleSet without(String title, Map<String, String> all, String... parts) {
        Map<String, String> some = new TreeMap<>(all);
        List.of(parts).forEach(part -> some.put("signin.main." + part, "off"));
        some.put("signin.main.siege", "off");
        return new RuleSet(title, some, List.of(parts));
    }

    private static Map<String, String> withoutCaptcha(Map<String, String> all) {
        Map<String, String> some = new TreeMap<>(all);
        some.remove("signin.main.captcha");
        return some;
    }

    private static Map<String, String> with(Map<String, String> all, Map<String, String> more) {
        Map<String, String> some = new TreeMap<>(all);
        some.putAll(more);
        return some;
    }
}
