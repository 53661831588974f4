package io.github.ostiary.console;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.Lockouts.LockedKey;
import io.github.ostiary.Lockouts.Page;
import io.github.ostiary.operate.CallerSearch;
import io.github.ostiary.operate.CallerSearch.CallerAnswer;
import io.github.ostiary.operate.CallerSearch.CallerLine;
import io.github.ostiary.operate.LockSearch;
import io.github.ostiary.operate.TypedCaller;
import io.github.ostiary.operator.DenialRecord;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.operator.KeyStatus.LockStatus;
import io.github.ostiary.operator.NodeEvent;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.TrialReport;
import io.github.ostiary.operator.UsePage;
import io.github.ostiary.operator.UsePage.KeyUse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** The same as the pages, for programs. */
final class ConsoleApi {

    private static final String PATH = "/api/";
    private static final int LINES = 100;
    private static final int LONGEST_TRAIL = 1_000;

    private final Guard guard;
    private final OperatorApi operators;
    private final CallerSearch callers;
    private final LockSearch locked;
    private final FleetHistory history;
    private final Changes changes;

    ConsoleApi(
            Guard guard,
            OperatorApi operators,
            CallerSearch callers,
            LockSearch locked,
            FleetHistory history,
            Changes changes) {
        this.guard = guard;
        this.operators = operators;
        this.callers = callers;
        this.locked = locked;
        this.history = history;
        this.changes = changes;
    }

    Reply answer(ConsoleVisit visit) {
        String what = visit.path().length() <= PATH.length() ? "" : visit.path().substring(PATH.length());
        if (visit.method().equals("POST")) {
            what = what.equals("overrides") ? "override" : what.equals("overrides/remove") ? "remove-override" : what;
            int count = changes.make(what, visit);
            return Reply.json(200, Json.object("done", what, "count", count, "until", until(what, visit)));
        }
        return switch (what) {
            case "openapi.json" -> Assets.openApi();
            case "token" -> Reply.json(200, Json.object("header", ConsoleVisit.TOKEN_HEADER, "token", visit.token()));
            case "rules" -> Reply.json(200, rules(operators));
            case "locked" -> Reply.json(200, locked(visit));
            case "uses" -> Reply.json(200, uses(visit));
            case "who" -> Reply.json(200, who(visit));
            case "events" -> Reply.json(200, events(visit));
            case "overview" -> Reply.json(
                    200, GuardJson.overview(FleetView.strictly(operators.fleet(), visit), operators.reloading()));
            case "sign-ins" -> Reply.json(200, GuardJson.signIns(operators));
            case "trial" -> Reply.json(200, GuardJson.trial(trial(visit)));
            case "audit" -> Reply.json(200, GuardJson.audit(operators.audit(LONGEST_TRAIL)));
            case "overrides" -> Reply.json(
                    200, GuardJson.overrides(guard.rules().overrides()));
            default -> Refusal.UNKNOWN.reply(visit);
        };
    }

    private TrialReport trial(ConsoleVisit visit) {
        String node = FleetView.strictly(operators.fleet(), visit)
                .chosen()
                .map(FleetNode::id)
                .orElse("");
        return operators.trial(node);
    }

    /** Until when an override that was just made is in force: who states no duration may not know. */
    private Optional<String> until(String what, ConsoleVisit visit) {
        return guard.rules().overrides().stream()
                .filter(each -> what.equals("override") && each.key().equals(visit.parameter("key")))
                .map(each -> each.until().toString())
                .findFirst();
    }

    static Json rules(OperatorApi operators) {
        return Json.object(
                "rules", operators.rules().stream().map(ConsoleApi::rule).toList(), "settings", operators.settings());
    }

    private static Json rule(RuleInForce rule) {
        return Json.object(
                "kind",
                rule.kind(),
                "name",
                rule.name(),
                "description",
                rule.description(),
                "enforced",
                !rule.shadow(),
                "untilProved",
                rule.untilProved(),
                "settings",
                rule.settings());
    }

    private Json locked(ConsoleVisit visit) {
        String rule = locked.rule(visit.parameter("rule"));
        Page page = locked.page(rule, visit.given("cursor").orElse(null), LINES);
        return Json.object(
                "rule",
                rule,
                "locked",
                page.keys().stream().map(ConsoleApi::locked).toList(),
                "next",
                page.next());
    }

    private Json uses(ConsoleVisit visit) {
        UsePage page =
                operators.uses(visit.parameter("rule"), visit.given("cursor").orElse(null), LINES);
        return Json.object("uses", page.uses().stream().map(ConsoleApi::use).toList(), "next", page.next());
    }

    private static Json use(KeyUse use) {
        return Json.object(
                "identity",
                use.identity(),
                "policy",
                use.policy(),
                "used",
                use.used(),
                "begins",
                use.begins().map(Instant::toString),
                "ends",
                use.ends().toString());
    }

    private static Json locked(LockedKey key) {
        return Json.object(
                "identity",
                key.identity(),
                "code",
                key.key().map(KeyText::code),
                "key",
                key.key().map(KeyText::json),
                "state",
                lock(key.state()));
    }

    private static Json lock(LockState state) {
        return Json.object(
                "phase",
                state.phase(),
                "remainingSeconds",
                state.remaining()
                        .map(left -> left.toMillis() / 1_000.0)
                        .map(Math::ceil)
                        .map(Double::longValue),
                "failures",
                state.failures(),
                "inFlight",
                state.inFlight(),
                "reason",
                state.reason());
    }

    private Json who(ConsoleVisit visit) {
        String asked = visit.parameter("q");
        Optional<DenialRecord> denial = callers.noted(asked);
        CallerAnswer answer = denial.map(callers::find).orElseGet(() -> find(visit, asked));
        return Json.object(
                "whole",
                answer.whole(),
                "denial",
                denial.map(ConsoleApi::denial),
                "access",
                answer.access().stream().map(ConsoleApi::access).toList(),
                "found",
                answer.lines().stream().map(ConsoleApi::line).toList());
    }

    private static Json access(RuleInForce rule) {
        return Json.object("rule", rule.name(), "kind", rule.kind(), "enforced", !rule.shadow());
    }

    private CallerAnswer find(ConsoleVisit visit, String asked) {
        TypedCaller caller = TypedCaller.of(asked, visit.parameter("address"));
        return visit.given("key")
                .map(KeyText::decode)
                .map(callers::find)
                .orElseGet(() -> callers.find(caller.name(), caller.address()));
    }

    private static Json denial(DenialRecord denial) {
        return Json.object(
                "reference",
                denial.reference(),
                "rule",
                denial.rule(),
                "reason",
                denial.reason(),
                "first",
                denial.when().first(),
                "last",
                denial.when().last(),
                "times",
                denial.when().times(),
                "shared",
                denial.shared(),
                "node",
                denial.where().node(),
                "method",
                denial.where().method(),
                "path",
                denial.where().path());
    }

    private static Json line(CallerLine line) {
        Key key = line.key();
        return Json.object(
                "rule",
                line.rule().name(),
                "kind",
                line.rule().kind(),
                "enforced",
                !line.rule().shadow(),
                "code",
                KeyText.code(key),
                "key",
                KeyText.json(key),
                "admits",
                line.admits(),
                "toldBy",
                line.standing().outlook().teller(),
                "lock",
                line.lock().map(ConsoleApi::lock),
                "sinceSeconds",
                line.standing().lock().flatMap(LockStatus::age).map(Duration::toSeconds),
                "step",
                line.standing().lock().flatMap(LockStatus::step),
                "counters",
                line.standing().counters().stream()
                        .map(quota -> Json.object(
                                "policy",
                                quota.policy(),
                                "limit",
                                quota.limit(),
                                "used",
                                quota.used(),
                                "remaining",
                                quota.remaining(),
                                "resetSeconds",
                                quota.resetAfter().toSeconds()))
                        .toList());
    }

    private Json events(ConsoleVisit visit) {
        return Json.object(
                "events",
                history
                        .last(FleetView.strictly(operators.fleet(), visit), event -> EventsPage.isWanted(event, visit))
                        .stream()
                        .limit(EventRing.CAPACITY)
                        .map(ConsoleApi::event)
                        .toList());
    }

    private static Json event(NodeEvent heard) {
        return Json.object(
                "node",
                heard.node(),
                "nodeName",
                heard.name(),
                "number",
                heard.number(),
                "at",
                heard.at().truncatedTo(ChronoUnit.MILLIS).toString(),
                "kind",
                heard.event().kind(),
                "rule",
                heard.event().rule(),
                "key",
                heard.event().key().map(KeyText::json),
                "seconds",
                heard.event().duration().map(duration -> duration.toSeconds()));
    }
}
