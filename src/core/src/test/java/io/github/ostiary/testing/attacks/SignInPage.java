package io.github.ostiary.testing.attacks;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Answered;
import io.github.ostiary.testing.TestCall;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/** A form login behind a guard, asked and told as the filter does it. Thread-safe. */
final class SignInPage {

    private final Guard guard;
    private final Map<String, String> passwords;
    private final BooleanSupplier outOfOrder;

    SignInPage(Guard guard, Map<String, String> passwords, BooleanSupplier outOfOrder) {
        this.guard = guard;
        this.passwords = passwords;
        this.outOfOrder = outOfOrder;
    }

    Answer submit(Form form) {
        return submit(form, () -> {});
    }

    /** Does something between the guard's decision and the password. */
    Answer submit(Form form, Runnable meanwhile) {
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
            return admission.decision().reason() == Reason.CHALLENGE_REQUIRED ? Answer.CAPTCHA : Answer.REFUSED;
        }
        if (outOfOrder.getAsBoolean()) {
            OptionalInt status = OptionalInt.of(500);
            admission.end(new CallOutcome(status, CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
            return Answer.BROKEN;
        }
        boolean right = form.password().equals(passwords.get(form.name()));
        if (right) {
            call.as(form.name());
        }
        admission.end(Answered.to(right ? "/" : "/login?error").ending(302, true, call));
        return right ? Answer.SIGNED_IN : Answer.WRONG;
    }

    private static void await(PendingAdmission admission) {
        try {
            admission.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
