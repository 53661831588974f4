package io.github.ostiary.operate;

import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.SettingInForce;
import io.github.ostiary.operator.SettingInForce.Origin;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A sign-in as its rules in force have it. Immutable. */
record SignInInForce(String name, List<RuleInForce> rules) {

    /**
     * The lines of a sign-in from which something follows. Immutable.
     *
     * @param preset one that does it alone; may be empty
     * @param other another that may stand already, and would be undone by the first
     * @param beside lines that do it beside that other one
     */
    record PresetLines(String preset, String other, List<String> beside) {

        /** Lines that undo no other. */
        static PresetLines of(String preset) {
            return new PresetLines(preset, "", List.of());
        }
    }

    private static final String NIST = "strictness=nist";
    private static final String PCI = "strictness=pci";

    /** The lines of NIST; {@code pci} is stricter with the account, but disables none. */
    static final PresetLines FOR_NIST =
            new PresetLines(NIST, PCI, List.of("account.cap=100", "account.victimLock=accept"));

    /** The lines of PCI; {@code nist} locks late, and lets in who is known. */
    static final PresetLines FOR_PCI =
            new PresetLines(PCI, NIST, List.of("account.steps=10/366d lock 30m x2 max 4h", "account.exempt=none"));

    /** At most a hundred failures in a row disable the account. */
    static final List<Need> DISABLES = List.of(
            new Need("account", "cap", Need::isLow),
            new Need("account", "consecutive", SignInInForce::isTrue),
            Need.of("account", "unclear", "0"));

    /** A success begins the count of an account anew. */
    static final List<Need> CONSECUTIVE = List.of(new Need("account", "consecutive", SignInInForce::isTrue));

    /** At most ten failures lock the user everywhere, for half an hour at least. */
    static final List<Need> LOCKS_USERS = List.of(
            Need.of("account", "exempt", "none"),
            Need.of("account", "unclear", "0"),
            new Need("account", "steps", Need::isSoonAndLong));

    /** All that a sign-in usually has. */
    static final List<Need> WHOLE = List.of(Need.being("password"), Need.being("address"), Need.being("account"));

    /** A few failures ask for a captcha. */
    static final List<Need> ASKS = List.of(new Need("password", "steps", steps -> steps.contains("challenge")));

    /** All that there are. */
    static List<SignInInForce> of(List<RuleInForce> rules) {
        Set<String> names = new LinkedHashSet<>();
        for (RuleInForce rule : rules) {
            for (SettingInForce each : rule.settings()) {
                if (each.key().startsWith("signin.")) {
                    names.add(each.key().split("\\.", 3)[1]);
                }
            }
        }
        List<SignInInForce> signIns = new ArrayList<>();
        names.forEach(name -> signIns.add(new SignInInForce(
                name,
                rules.stream()
                        .filter(rule -> rule.name().startsWith(name + "."))
                        .toList())));
        return signIns;
    }

    /** By default too. */
    private static boolean isTrue(String consecutive) {
        return consecutive.isEmpty() || consecutive.equalsIgnoreCase("true");
    }

    /**
     * What is to be changed for its rules to say what is needed: enforced they have to be.
     *
     * @param lines of the sign-in from which that follows, unless a key of a rule says otherwise
     */
    Advice advice(PresetLines lines, List<Need> needs) {
        Advice advice = enforcing();
        boolean follows = true;
        for (Need need : needs) {
            Optional<SettingInForce> stated = setting(need.part(), need.key());
            if (setting(need.part(), "steps").isEmpty()) {
                advice.write().add(full(need.part() + "=on"));
                follows = false;
            } else if (!need.right().test(stated.map(SettingInForce::value).orElse(""))) {
                stated.filter(each -> each.origin() != Origin.PRESET)
                        .ifPresent(each -> advice.takeAway().add(each.key()));
                follows &= need.right().test("");
            }
        }
        String preset = lines.preset();
        if (!follows && !lines.beside().isEmpty() && stands(lines.other())) {
            for (String line : lines.beside()) {
                if (!states(line)) {
                    advice.write().add(full(line));
                    advice.takeAway().remove(full(line).split("=", 2)[0]);
                }
            }
        } else if (!follows && !preset.isEmpty() && (advice.isEmpty() || !stands(preset))) {
            advice.write().add(full(preset));
        }
        return advice;
    }

    /** Where some of its lockouts are enforced, it is their own keys that say otherwise of the others. */
    private Advice enforcing() {
        Advice advice = new Advice();
        boolean none =
                rules.stream().filter(each -> each.kind().equals("lockout")).allMatch(RuleInForce::shadow);
        for (RuleInForce rule : rules) {
            if (rule.shadow() && none) {
                advice.write().add(full("enforce=true"));
            } else if (rule.shadow()) {
                advice.takeAway().add("signin." + rule.name() + ".enforce");
            }
        }
        return advice;
    }

    private String full(String line) {
        return "signin." + name + "." + line;
    }

    /** Whether one of its rules follows from such a line already; a captcha from whichever. */
    private boolean stands(String preset) {
        boolean captcha = preset.startsWith("captcha=");
        return settings()
                .anyMatch(each -> captcha
                        ? each.key().endsWith(".challenge.verifier")
                        : full(preset).equalsIgnoreCase(each.key() + "=" + each.value()));
    }

    private boolean states(String line) {
        return settings().filter(each -> each.origin() != Origin.PRESET).anyMatch(each -> full(line)
                .equals(each.key() + "=" + each.value()));
    }

    private Stream<SettingInForce> settings() {
        return rules.stream().flatMap(rule -> rule.settings().stream());
    }

    /** What one of its rules states. */
    private Optional<SettingInForce> setting(String part, String key) {
        String wanted = full(part + "." + key);
        return settings().filter(each -> each.key().equals(wanted)).findFirst();
    }
}
