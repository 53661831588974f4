package io.github.ostiary.testing.attacks;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Answered;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A form login behind a guard, asked and told as the filter does it. Thread-safe. */
final class SignInPage {

    private final Guard guard;
    private final Supplier<Duration> now;
    private final Map<String, String> passwords;
    private final BooleanSupplier outOfOrder;
    private final Set<String> denying = ConcurrentHashMap.newKeySet();

    SignInPage(Guard guard, Supplier<Duration> now, Map<String, String> passwords, BooleanSupplier outOfOrder) {
        this.now = now;
        this.guard = guard;
        this.passwords = passwords;
        this.outOfOrder = outOfOrder;
    }

    Reply submit(Form form) {
        return submit(form, () -> {});
    }

    /** Does something between the guard's decision and the password. */
    Reply submit(Form form, Runnable meanwhile) {
        TestCall call = new TestCall("POST", "/login")
                .from(form.address())
                .param("username", form.name())
                .param("password", form.password());
        if (!form.captcha().isEmpty()) {
            call.param("captcha", form.captcha());
        }
        PendingAdmission admission = Entering.of(guard).enter(call, Position.FIRST);
        meanwhile.run();
        await(admission);
        if (!admission.decision().allowed()) {
            admission.end();
            return denied(admission.decision());
        }
        if (outOfOrder.getAsBoolean()) {
            OptionalInt status = OptionalInt.of(500);
            admission.end(new CallOutcome(status, CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
            return Reply.of(Answer.BROKEN);
        }
        boolean right = form.password().equals(passwords.get(form.name()));
        if (right) {
            call.as(form.name());
        }
        admission.end(Answered.to(right ? "/" : "/login?error").ending(302, true, call));
        return Reply.of(right ? Answer.SIGNED_IN : Answer.WRONG);
    }

    private Reply denied(Decision decision) {
        denying.add(decision.rule());
        boolean captcha = decision.reason() == Reason.CHALLENGE_REQUIRED;
        Duration wait = decision.retryAfter().filter(any -> !captcha).orElse(Duration.ZERO);
        return new Reply(
                captcha ? Answer.CAPTCHA : Answer.REFUSED,
                decision.rule(),
                wait.isZero() ? wait : now.get().plus(wait));
    }

    /** The rules that have denied anybody. */
    Set<String> denying() {
        return denying;
    }

    private static void await(PendingAdmission admission) {
        try {
            admission.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
