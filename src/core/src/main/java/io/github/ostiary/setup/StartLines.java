package io.github.ostiary.setup;

import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.config.UsageAccess;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.SettingInForce;
import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.KeyedLimits;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.LockoutRule.Besieged;
import io.github.ostiary.rule.PathPattern;
import io.github.ostiary.rule.Proof;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.rule.RuleKind;
import io.github.ostiary.rule.Signals.Judge;
import io.github.ostiary.store.Limit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The log lines of a web application that starts: its rules, which paths they are about, and which have none. */
final class StartLines {

    private static final int MOST = 100;

    private StartLines() {}

    /**
     * The lines that say what is guarded.
     *
     * @param file where rules are written
     */
    static List<String> of(GuardConfig config, String file) {
        List<String> paths = new ArrayList<>();
        List<String> javaOnly = new ArrayList<>();
        for (Rule rule : config.rules()) {
            Rule met = metWith(rule, config);
            Judge judge = EdgeSettingsReader.judge(met);
            if (!EdgeSettingsReader.isForBeans(met.basics())) {
                paths.add(rule.full() + paths(met.basics()));
            } else if (judge != Judge.APPLICATION) {
                paths.add(
                        rule.full() + " sign-ins of " + (judge == Judge.SPRING ? "Spring Security" : "the container"));
            } else {
                javaOnly.add(rule.full());
            }
        }
        for (AccessRule rule : config.access()) {
            paths.add((UsageAccess.isOwn(rule) ? "usage.path" : rule.full()) + paths(rule.basics()));
        }
        List<String> lines = new ArrayList<>();
        lines.add(
                "Ostiary guards this application: " + summary(config) + (paths.isEmpty() ? "" : ". " + listed(paths)));
        if (config.rules().isEmpty() && config.access().isEmpty()) {
            lines.add("no rules found: only methods whose annotation states a rate are limited; write rules into "
                    + file + ", such as limit.browse.rate=300/1m and limit.browse.path=/*");
        }
        for (Proof proof : proofs(config)) {
            lines.add(proof.written()
                    + (proof.seen()
                            ? ": enforce=proved, and a success was proved: its locks and challenges are enforced"
                            : ": enforce=proved: its locks and challenges are only reported until a success is proved; its"
                                    + " limits and its siege are enforced"));
        }
        calendarRates(config).ifPresent(lines::add);
        digestedKeys(config).ifPresent(lines::add);
        if (!javaOnly.isEmpty()) {
            lines.add("without a path, so for beans and Java only: " + String.join(", ", javaOnly));
        }
        return lines;
    }

    /**
     * The line about rates of the calendar: where an hour ends, twice the quota may be used within seconds, which a
     * reader of {@code 5/hour} may not expect.
     */
    private static Optional<String> calendarRates(GuardConfig config) {
        List<String> found = new ArrayList<>();
        for (Rule rule : config.rules()) {
            for (KeyedLimits keyed :
                    rule instanceof LimitRule limit ? limit.limits().ofAllPlans() : List.<KeyedLimits>of()) {
                for (Limit limit : keyed.limits()) {
                    String written = rule.full() + "=" + limit.rate();
                    if (limit.rate().calendar().isPresent() && !found.contains(written)) {
                        found.add(written);
                    }
                }
            }
        }
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "counted by the calendar, so that the quota starts again on the hour, at midnight or on the first"
                                + " of the month (5/hour; 5/1h limits any hour): " + String.join(", ", found));
    }

    /** The store's names of callers are readable where a key has no source with a name, such as a header's. */
    private static Optional<String> digestedKeys(GuardConfig config) {
        List<String> found = new ArrayList<>();
        for (RuleInForce rule : config.declared().rules()) {
            String key = rule.kind() + "." + rule.name() + ".key";
            for (SettingInForce setting : rule.settings()) {
                if (rule.kind().equals(RuleKind.LIMIT.prefix())
                        && setting.key().equals(key)
                        && setting.value().indexOf(':') >= 0) {
                    found.add(key + "=" + setting.value());
                }
            }
        }
        return found.isEmpty() || !config.global().usesRedis()
                ? Optional.empty()
                : Optional.of(
                        "exports of what callers have used show these callers as digests: " + String.join(", ", found));
    }

    /** The limit of a siege is met where the lockout is that it belongs to. */
    private static Rule metWith(Rule rule, GuardConfig config) {
        for (Rule other : config.rules()) {
            Besieged besieged = other instanceof LockoutRule lockout ? lockout.besieged() : null;
            if (besieged != null
                    && rule.kind() == RuleKind.LIMIT
                    && besieged.limit().equals(Optional.of(rule.name()))) {
                return other;
            }
        }
        return rule;
    }

    /** The proofs of the rules that wait for one; of those of a sign-in one. */
    private static Set<Proof> proofs(GuardConfig config) {
        Set<Proof> proofs = new LinkedHashSet<>();
        for (Rule rule : config.rules()) {
            if (rule instanceof LockoutRule lockout && lockout.proving() != null) {
                proofs.add(lockout.proving().proof());
            }
        }
        return proofs;
    }

    private static String listed(List<String> paths) {
        int more = paths.size() - MOST;
        return "Paths: " + String.join("; ", more > 0 ? paths.subList(0, MOST) : paths)
                + (more > 0 ? "; and those of " + more + " more rules" : "");
    }

    private static String paths(RuleBasics rule) {
        StringBuilder text = new StringBuilder();
        for (PathPattern path : rule.matcher().paths()) {
            text.append(' ').append(path);
        }
        for (PathPattern path : rule.matcher().excluded()) {
            text.append(" !").append(path);
        }
        return text.toString();
    }

    private static String summary(GuardConfig config) {
        int blocks = 0;
        int allows = 0;
        for (AccessRule rule : config.access()) {
            blocks += rule.blocks() ? 1 : 0;
            allows += rule.blocks() || UsageAccess.isOwn(rule) ? 0 : 1;
        }
        String rules = String.join(
                ", ",
                counted(config, RuleKind.LIMIT),
                counted(config, RuleKind.CONCURRENCY),
                counted(config, RuleKind.LOCKOUT),
                text(allows, "allow and ") + text(blocks, "block rules"),
                "counters in " + (config.global().usesRedis() ? "Redis" : "this JVM"));
        return config.global().get(GlobalKeys.ENABLED) ? rules : "enabled=false, no rule is in force (" + rules + ")";
    }

    private static String counted(GuardConfig config, RuleKind kind) {
        int count = 0;
        for (Rule rule : config.rules()) {
            count += rule.kind() == kind ? 1 : 0;
        }
        return text(count, kind.prefix());
    }

    private static String text(int count, String what) {
        return Integer.toString(count) + " " + what;
    }
}
