package io.github.ostiary.book;

import io.github.ostiary.Change;
import io.github.ostiary.Decision;
import io.github.ostiary.book.AuditLog.Tried;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.SeenEnd;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.DaemonThread;
import io.github.ostiary.text.Durations;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The trail of each attempt that lockouts count: it goes to the log only, by a thread of its own. Thread-safe. */
final class AttemptTrail implements DecisionListener {

    private static final int QUEUED = 10_000;
    private static final long CLOSE_MILLIS = 5_000;
    private static final String SUCCESS = "success";
    private static final String FAILURE = "failure";

    private final AuditLog log;
    private final ChangeMaker changes;
    private final ThreadPoolExecutor writer;
    private final AtomicInteger leftOut = new AtomicInteger();

    AttemptTrail(AuditLog log, ChangeMaker changes) {
        this.log = log;
        this.changes = changes;
        this.writer = new ThreadPoolExecutor(
                1,
                1,
                1,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(QUEUED),
                task -> DaemonThread.of(task, "ostiary-attempts"),
                (task, pool) -> leftOut.incrementAndGet());
        writer.allowCoreThreadTimeOut(true);
    }

    @Override
    public Ear ear(RuleSet rules) {
        return Ear.DENIALS;
    }

    @Override
    public void decided(Door door, List<Ask> asks, TierAnswer answer, Decision decision) {
        Decision.@Nullable Reason reason = decision.reason();
        if (!decision.allowed() && reason != null) {
            note(asks, FAILURE, reason.name());
        }
    }

    @Override
    public void settled(Operation ending, List<Ask> asks, List<Verdict> verdicts, @Nullable SeenEnd end) {
        switch (ending) {
            case FAIL -> note(asks, FAILURE, "");
            case SUCCEED -> note(asks, SUCCESS, "");
            case UNCLEAR -> note(asks, "unknown", "");
            default -> {}
        }
    }

    private void note(List<Ask> asks, String outcome, String reason) {
        List<Ask> attempts = new ArrayList<>();
        boolean answers = false;
        for (Ask ask : asks) {
            if (ask.rule() instanceof LockoutRule) {
                attempts.add(ask);
                answers |= ask.claim().answersChallenge();
            }
        }
        if (!attempts.isEmpty()) {
            Instant now = Durations.instant(changes.time().micros());
            Tried tried = new Tried(answers ? AuditLog.ANSWER : AuditLog.ATTEMPT, outcome, reason, attempts, now);
            writer.execute(log.inContext(() -> write(tried)));
        }
    }

    private void write(Tried tried) {
        log.write(tried);
        tellLeftOut();
    }

    private void tellLeftOut() {
        int missing = leftOut.getAndSet(0);
        if (missing > 0) {
            Change change = changes.change(new Operator("attempts", ""), missing + " more were left out");
            log.write(new AuditEntry(Deed.LEFT_OUT, "", "", "", Optional.empty(), change));
        }
    }

    /** Writes what waits, if the log is quick. */
    @Override
    public void close() {
        int unwritten = leftOut.addAndGet(DaemonThread.finish(writer, CLOSE_MILLIS));
        if (unwritten > 0) {
            tellLeftOut();
        }
    }
}
