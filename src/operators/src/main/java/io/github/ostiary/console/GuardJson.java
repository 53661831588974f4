package io.github.ostiary.console;

import io.github.ostiary.RuleOverride;
import io.github.ostiary.operate.Compliance;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.Figures.Recent;
import io.github.ostiary.operator.Figures.RuleFigures;
import io.github.ostiary.operator.Figures.StoreFigures;
import io.github.ostiary.operator.Fleet;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.operator.LockoutEvent;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.ReloadState;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.SignIns;
import io.github.ostiary.operator.StoreFigure;
import io.github.ostiary.operator.TrialReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The figures, the trail and the overrides of a guard, for programs. */
final class GuardJson {

    private GuardJson() {}

    static Json overview(FleetView nodes, ReloadState file) {
        Figures figures = nodes.figures();
        return Json.object(
                "coverage",
                nodes.fleet().coverage(),
                "node",
                nodes.chosen().map(FleetNode::id),
                "nodes",
                nodes.fleet().nodes().stream()
                        .map(node -> node(node, nodes.fleet()))
                        .toList(),
                "unreadable",
                nodes.fleet().unreadable(),
                "rules",
                figures.rules().stream().map(GuardJson::rule).toList(),
                "store",
                figures.store().map(GuardJson::store),
                "waiting",
                figures.waiting().now(),
                "waitingRoom",
                figures.waiting().room(),
                "countersHeld",
                figures.countersHeld(),
                "file",
                Optional.of(file).filter(state -> !state.file().isEmpty()).map(GuardJson::file));
    }

    private static Json node(FleetNode node, Fleet fleet) {
        return Json.object(
                "id",
                node.id(),
                "name",
                node.name(),
                "self",
                node.id().equals(fleet.self()),
                "state",
                node.life().state(),
                "runningSeconds",
                node.life().running().toSeconds(),
                "heardSeconds",
                node.life().heard().toSeconds(),
                "version",
                node.build().version(),
                "configuration",
                node.build().configuration(),
                "differs",
                fleet.differing().contains(node),
                "store",
                node.figures().store().map(GuardJson::store));
    }

    private static Json file(ReloadState file) {
        return Json.object(
                "name",
                file.file(),
                "watched",
                file.watched(),
                "reloaded",
                file.reloaded().map(Instant::toString),
                "problems",
                file.problems());
    }

    private static Json rule(RuleFigures rule) {
        List<Object> members = new ArrayList<>(List.of(
                "rule",
                rule.rule(),
                "met",
                rule.met(),
                "admitted",
                rule.allowed(),
                "denied",
                rule.denied(),
                "shadowed",
                rule.shadowed(),
                "lastMinute",
                recent(rule.lastMinute()),
                "lastHour",
                recent(rule.lastHour())));
        rule.lockout().ifPresent(lockout -> {
            for (LockoutEvent event : LockoutEvent.ALL) {
                members.add(event.word());
                members.add(lockout.count(event));
            }
            members.addAll(List.of("siege", lockout.siege()));
        });
        return Json.object(members.toArray());
    }

    private static Json recent(Recent recent) {
        return Json.object("admitted", recent.allowed(), "denied", recent.denied());
    }

    private static Json store(StoreFigures store) {
        List<Object> members = new ArrayList<>(List.of(
                "degraded",
                store.degraded(),
                "unreachable",
                store.unreachable(),
                "calls",
                store.calls().count(),
                "millisWithin99Percent",
                millis(store),
                "failures",
                store.failures()));
        StoreFigure.ALL.forEach(each -> members.addAll(List.of(each.member(), store.count(each))));
        return Json.object(members.toArray());
    }

    private static Optional<Double> millis(StoreFigures store) {
        OptionalDouble seconds = store.calls().within(0.99);
        return seconds.isPresent() ? Optional.of(1_000 * seconds.getAsDouble()) : Optional.empty();
    }

    static Json trial(TrialReport report) {
        return Json.object("coveredSeconds", report.covered().toSeconds(), "rules", report.rules());
    }

    static Json signIns(OperatorApi operators) {
        SignIns seen = operators.signIns();
        List<RuleInForce> rules = operators.rules();
        return Json.object(
                "allNodes",
                seen.allNodes(),
                "signIns",
                seen.signIns().stream()
                        .map(each -> Json.of(each, "untilProved", SignInsPage.isPending(each.name(), rules)))
                        .toList(),
                "compliance",
                Compliance.of(operators, "").stream()
                        .map(each -> Json.object(
                                "standard",
                                each.standard(),
                                "section",
                                each.section(),
                                "asks",
                                each.asks(),
                                "standing",
                                each.standing().name(),
                                "write",
                                each.write(),
                                "takeAway",
                                each.takeAway()))
                        .toList());
    }

    static Json audit(List<AuditEntry> trail) {
        return Json.object(
                "audit",
                trail.stream()
                        .map(entry -> Json.object(
                                "at",
                                entry.change().at().toString(),
                                "deed",
                                entry.deed(),
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
