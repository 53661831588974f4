package io.github.ostiary.algorithm;

import static io.github.ostiary.testing.LockoutPolicies.answer;
import static io.github.ostiary.testing.LockoutPolicies.attempt;
import static io.github.ostiary.testing.LockoutPolicies.policy;

import io.github.ostiary.LockState;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;

/** What tests of one lockout do. Times are seconds. */
abstract class LockoutCase {

    static final long BASE = 1_700_000_000_000_000L;
    static final double DAY = 86_400;

    final Lockout lockout = new Lockout();
    LockoutPolicy rule = policy().lock(3, 60, 300).named("login");
    int ids;

    Verdict begin(double at, AttemptClaim asked) {
        lockout.advance(rule, micros(at));
        return lockout.passes(asked, 0) ? lockout.take(asked) : lockout.leave(asked, false);
    }

    Verdict begin(double at, String id) {
        return begin(at, attempt(rule, id, "", ""));
    }

    Verdict settle(double at, String id, Operation ending) {
        lockout.advance(rule, micros(at));
        return lockout.settle(attempt(rule, id, "", ""), ending);
    }

    Verdict wrong(double at) {
        return tried(at, attempt(rule, "w" + ++ids, "", ""), Operation.FAIL);
    }

    Verdict right(double at) {
        return tried(at, attempt(rule, "r" + ++ids, "", ""), Operation.SUCCEED);
    }

    Verdict tried(double at, AttemptClaim asked, Operation ending) {
        Verdict verdict = begin(at, asked);
        return verdict.passed() ? lockout.settle(asked, ending) : verdict;
    }

    Verdict value(double at, String value) {
        return tried(at, attempt(rule, "v" + ++ids, value, ""), Operation.FAIL);
    }

    Verdict from(double at, String network, Operation ending) {
        return tried(at, attempt(rule, "n" + ++ids, "", network), ending);
    }

    Verdict answered(double at, Operation ending) {
        return tried(at, answer(rule, "c" + ++ids), ending);
    }

    LockState state(double at) {
        lockout.advance(rule, micros(at));
        return lockout.state(rule);
    }

    long idleSeconds(double at) {
        lockout.advance(rule, micros(at));
        return lockout.idleMicros(rule) / 1_000_000;
    }

    static long micros(double at) {
        return BASE + Math.round(at * 1e6);
    }
}
