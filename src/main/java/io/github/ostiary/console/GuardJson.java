package io.github.ostiary.console;

import io.github.ostiary.RuleOverride;
import io.github.ostiary.edge.AuditEntry;
import io.github.ostiary.edge.Figures;
import io.github.ostiary.edge.Figures.Recent;
import io.github.ostiary.edge.Figures.RuleFigures;
import io.github.ostiary.edge.Figures.StoreFigures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The figures, the trail and the overrides of a guard, for programs. */
final class GuardJson {

    private GuardJson() {}

    static Json figures(Figures figures) {
        return Json.object(
                "rules",
                figures.rules().stream().map(GuardJson::rule).toList(),
                "store",
                figures.store().map(GuardJson::store),
                "waiting",
                figures.waiting().now(),
                "waitingRoom",
                figures.waiting().room(),
                "countersHeld",
                figures.countersHeld());
    }

    private static Json rule(RuleFigures rule) {
        Map<String, Long> denied = new LinkedHashMap<>();
        rule.denied().forEach((reason, count) -> denied.put(reason.name().toLowerCase(Locale.ROOT), count));
        return Json.object(
                "rule",
                rule.rule(),
                "admitted",
                rule.allowed(),
                "denied",
                denied,
                "shadowed",
                rule.shadowed(),
                "lastMinute",
                recent(rule.lastMinute()),
                "lastHour",
                recent(rule.lastHour()),
                "locked",
                rule.lockout().map(Figures.LockoutFigures::locked),
                "blocked",
                rule.lockout().map(Figures.LockoutFigures::blocked),
                "unlocked",
                rule.lockout().map(Figures.LockoutFigures::unlocked));
    }

    private static Json recent(Recent recent) {
        return Json.object("admitted", recent.allowed(), "denied", recent.denied());
    }

    private static Json store(StoreFigures store) {
        return Json.object(
                "degraded",
                store.degraded(),
                "unreachable",
                store.unreachable(),
                "calls",
                store.calls().count(),
                "failures",
                store.failures(),
                "timeouts",
                store.timeouts(),
                "nearDenials",
                store.nearDenials(),
                "standIns",
                store.standIns());
    }

    static Json audit(List<AuditEntry> trail) {
        return Json.object(
                "audit",
                trail.stream()
                        .map(entry -> Json.object(
                                "at",
                                entry.change().at().toString(),
                                "deed",
                                entry.deed().name().toLowerCase(Locale.ROOT),
                                "subject",
                                entry.subject(),
                                "identity",
                                entry.identity(),
                                "label",
                                entry.label(),
                                "seconds",
                                entry.duration().map(duration -> duration.toSeconds()),
                                "by",
                                entry.change().by(),
                                "from",
                                entry.change().from(),
                                "reason",
                                entry.change().reason()))
                        .toList());
    }

    static Json overrides(List<RuleOverride> overrides) {
        return Json.object(
                "overrides",
                overrides.stream()
                        .map(each -> Json.object(
                                "key",
                                each.key(),
                                "value",
                                each.value(),
                                "until",
                                each.until().toString(),
                                "onAllNodes",
                                each.onAllNodes(),
                                "problem",
                                each.problem(),
                                "by",
                                each.change().by(),
                                "from",
                                each.change().from(),
                                "reason",
                                each.change().reason(),
                                "at",
                                each.change().at().toString()))
                        .toList());
    }
}
