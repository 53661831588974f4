package io.github.ostiary.operate;

import io.github.ostiary.operate.SignInInForce.PresetLines;
import io.github.ostiary.operator.RuleInForce;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A requirement that a standard has of sign-ins, and what is to be changed where the rules do not do it. Immutable.
 *
 * @param standard such as {@code NIST SP 800-63B-4}
 * @param section its number there
 * @param asks what it asks, in our words
 * @param holds what holds by default
 * @param line the line that makes it hold
 * @param evidence where it shows
 * @param judge what to change; null where no rule can do it
 */
record Requirement(
        String standard,
        String section,
        String asks,
        String holds,
        String line,
        String evidence,
        @Nullable Function<List<RuleInForce>, Advice> judge) {

    private static final PresetLines NO_LINE = PresetLines.of("");

    /** All there are, in the order of the page. */
    static final List<Requirement> ALL = List.of(
            new Requirement(
                    "NIST SP 800-63B-4",
                    "3.2.2",
                    "at most 100 consecutive failures of an account, then it is disabled",
                    "nothing: locks end",
                    "signin.NAME.strictness=nist",
                    "`StandardSignInTest`; `ostiary.locks`",
                    eachSignIn(SignInInForce.FOR_NIST, SignInInForce.DISABLES)),
            new Requirement(
                    "NIST SP 800-63B-4",
                    "3.2.2",
                    "a success begins the count anew",
                    "`consecutive=true`",
                    "–",
                    "`StandardSignInTest`",
                    eachSignIn(NO_LINE, SignInInForce.CONSECUTIVE)),
            new Requirement(
                    "PCI DSS 4.0.1",
                    "8.3.4",
                    "ten failures at most, from wherever, lock the user for 30 minutes at least",
                    "nothing: 100 failures lock, and known networks pass",
                    "signin.NAME.strictness=pci",
                    "`StandardSignInTest`; `LOCKED` in the audit trail",
                    eachSignIn(SignInInForce.FOR_PCI, SignInInForce.LOCKS_USERS)),
            new Requirement(
                    "ASVS 5.0.0",
                    "2.4.1",
                    "excessive calls of a function are stopped",
                    "sign-ins only",
                    "limit.NAME.rate=600/1m, with its path",
                    "429 in the access log; `ostiary.decisions`",
                    some(rules -> has(rules, "limit", "path"), "limit.all.path=/*", "limit.all.rate=600/1m")),
            new Requirement(
                    "ASVS 5.0.0",
                    "2.4.2",
                    "transactions take no less time than people need",
                    "nothing",
                    "limit.NAME.minInterval=2s",
                    "`ostiary.decisions`",
                    some(
                            rules -> has(rules, "limit", "minInterval"),
                            "limit.orders.path=/orders",
                            "limit.orders.rate=30/1h",
                            "limit.orders.minInterval=2s")),
            new Requirement(
                    "ASVS 5.0.0",
                    "6.1.1",
                    "a document says how guessing is stopped and how locking users out is prevented",
                    "this page, for a sign-in",
                    "signin.NAME.path=/login",
                    "what `comply` prints",
                    eachSignIn(NO_LINE, List.of())),
            new Requirement(
                    "ASVS 5.0.0",
                    "6.3.1",
                    "stuffing and guessing are stopped",
                    "all rules of a sign-in",
                    "signin.NAME.path=/login",
                    "`AttackTableTest`, [attacks](attacks.md)",
                    eachSignIn(NO_LINE, SignInInForce.WHOLE)),
            new Requirement(
                    "ASVS 5.0.0",
                    "6.3.4",
                    "all ways in are known and as strong as each other",
                    "–",
                    "a sign-in for each",
                    "your list of them",
                    null),
            new Requirement(
                    "ASVS 5.0.0",
                    "6.3.5",
                    "users hear of suspicious attempts",
                    "a listener is told",
                    "listener=com.example.Mail",
                    "[listeners](watch.md#listeners)",
                    null),
            new Requirement(
                    "ASVS 5.0.0",
                    "6.3.8",
                    "denials do not tell which names exist",
                    "names that do not exist count like others",
                    "–",
                    "`SignInEverywhereTest`",
                    eachSignIn(NO_LINE, List.of())),
            new Requirement(
                    "ASVS 5.0.0",
                    "6.6.3",
                    "codes cannot be guessed",
                    "nothing",
                    "[the second step](recipes-sign-in.md#codes-counted-on-the-account)",
                    "`SecondStepTest`",
                    some(
                            rules -> counts(rules, "lockout"),
                            "lockout.code.path=/login/code",
                            "lockout.code.key=attribute:account",
                            "lockout.code.position=last",
                            "lockout.code.success=session-renewed",
                            "lockout.code.unclear=0",
                            "lockout.code.steps=5/1d lock 15m x2 max 24h")),
            new Requirement(
                    "ASVS 5.0.0",
                    "6.6.4",
                    "codes and pushes are sent at a bounded pace",
                    "nothing",
                    "[the second step](recipes-sign-in.md#codes-counted-on-the-account)",
                    "`SecondStepTest`",
                    some(
                            rules -> counts(rules, "limit"),
                            "limit.codes.path=/login/code/send",
                            "limit.codes.key=attribute:account",
                            "limit.codes.position=last",
                            "limit.codes.rate=3/15m")),
            new Requirement(
                    "ASVS 5.0.0",
                    "15.3.4",
                    "forwarded addresses are believed of known proxies only",
                    "of none",
                    "trustedProxies=10.0.0.0/8",
                    "`HopsFromRightTest`",
                    rules -> new Advice()),
            new Requirement(
                    "ASVS 5.0.0",
                    "16.2, 16.3",
                    "logs have time, place and outcome, and every attempt",
                    "locks, unlocks and changes",
                    "audit.attempts=true, audit.format=json or opentelemetry; you keep the log",
                    "[audit trail](changing.md#audit)",
                    null),
            new Requirement(
                    "OWASP Authentication",
                    "Account Lockout",
                    "failures count by account, not by address, and locks grow",
                    "the rule `account`",
                    "signin.NAME.account=on",
                    "`AttackTableTest`",
                    eachSignIn(NO_LINE, List.of(Need.locking("account")))),
            new Requirement(
                    "OWASP Authentication",
                    "CAPTCHA",
                    "a few failures ask for a captcha",
                    "nothing: a short lock in its place",
                    "signin.NAME.captcha=puzzle",
                    "`AttackTableTest`",
                    eachSignIn(PresetLines.of("captcha=puzzle"), SignInInForce.ASKS)),
            new Requirement(
                    "OWASP Credential Stuffing",
                    "Multi-Factor Authentication",
                    "a second factor",
                    "–",
                    "your application",
                    "–",
                    null),
            new Requirement(
                    "OWASP Credential Stuffing",
                    "IP Mitigation",
                    "networks that try many accounts are stopped",
                    "the rule `address`",
                    "signin.NAME.address=on",
                    "`AttackTableTest`",
                    eachSignIn(NO_LINE, List.of(Need.locking("address")))));

    /** The rules of every sign-in must be enforced and say what is needed. */
    private static Function<List<RuleInForce>, Advice> eachSignIn(PresetLines lines, List<Need> needs) {
        return rules -> {
            List<SignInInForce> signIns = SignInInForce.of(rules);
            Advice advice = signIns.isEmpty()
                    ? Advice.writing(List.of("signin.main.path=/login", "signin.main.name=param:username"))
                    : new Advice();
            signIns.forEach(each -> advice.add(each.advice(lines, needs)));
            return advice;
        };
    }

    /** Some rule must do it, or these lines are missing. */
    private static Function<List<RuleInForce>, Advice> some(Predicate<List<RuleInForce>> does, String... lines) {
        return rules -> does.test(rules) ? new Advice() : Advice.writing(List.of(lines));
    }

    /** Whether a rule that is enforced states a key, beside those of sign-ins. */
    private static boolean has(List<RuleInForce> rules, String kind, String key) {
        return rules.stream()
                .filter(rule -> rule.kind().equals(kind) && !rule.shadow())
                .flatMap(rule -> rule.settings().stream())
                .anyMatch(
                        each -> !each.key().startsWith("signin.") && each.key().endsWith("." + key));
    }

    /** Whether a rule that is enforced counts whose password was right, and no sign-in has it. */
    private static boolean counts(List<RuleInForce> rules, String kind) {
        return rules.stream()
                .filter(rule -> rule.kind().equals(kind) && !rule.shadow())
                .flatMap(rule -> rule.settings().stream())
                .anyMatch(each -> each.key().startsWith(kind)
                        && each.key().endsWith(".key")
                        && each.value().startsWith("attribute:"));
    }

    /** The standard as the command line has it. */
    String option() {
        return standard.split(" ", 2)[0].toLowerCase(Locale.ROOT);
    }

    /** Whether no rule can do it. */
    boolean isOutside() {
        return judge == null;
    }

    /** Whether rules have to do it. */
    boolean needsRules() {
        return judge != null && !advice(List.of()).isEmpty();
    }

    /** What is to be changed; nothing where no rule can do it. */
    Advice advice(List<RuleInForce> rules) {
        return judge == null ? new Advice() : judge.apply(rules);
    }

    /** The row of the page. */
    String row() {
        return "| " + String.join(" | ", standard + " §" + section, asks, holds, line, evidence) + " |";
    }
}
