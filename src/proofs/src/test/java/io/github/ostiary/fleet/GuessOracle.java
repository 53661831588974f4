package io.github.ostiary.fleet;

import static io.github.ostiary.fleet.Plan.SECOND;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.fleet.Step.Kind;
import io.github.ostiary.fleet.World.Trouble;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The judge of what a run made of sign-ins. */
final class GuessOracle {

    private static final long STEP_WINDOW = 20 * SECOND;
    private static final long SETTLE = 5 * SECOND;

    private final World world;
    private final List<String> violations = new ArrayList<>();

    GuessOracle(World world) {
        this.world = world;
    }

    /** Sentences, each with what it is about. */
    List<String> violations() {
        for (Seen seen : world.seen) {
            if (seen.step.kind() == Kind.SIGN_IN) {
                neverMoreGuessesThanTheThreshold(seen);
                aKnownLockHolds(seen);
                anUnlockStays(seen);
            }
        }
        return violations;
    }

    private void violated(String rule, Seen seen) {
        violations.add(rule + ": " + seen);
    }

    private static boolean proves(Seen seen) {
        return seen.step.kind() == Kind.SIGN_IN && seen.step.how() == 0;
    }

    /** Passwords looked at within the window of the step, and neither proved right nor forgiven by hand. */
    private void neverMoreGuessesThanTheThreshold(Seen first) {
        if (!first.allowed || proves(first)) {
            return;
        }
        long from = first.sent;
        long to = from + STEP_WINDOW;
        List<Seen> looked = world.about(
                first,
                each -> each.step.kind() == Kind.SIGN_IN
                        && each.allowed
                        && !proves(each)
                        && each.sent >= from
                        && each.heard < to);
        long cleared = world.about(
                        first,
                        each -> (each.step.kind() == Kind.UNLOCK || (proves(each) && each.allowed))
                                && each.sent < to
                                && (each.heard < 0 || Math.min(each.ended, to) > from))
                .size();
        long unclear = looked.stream()
                .filter(each -> each.step.how() == 3 || each.step.how() == 6)
                .count();
        int allowance = (int) Math.min(unclear, World.THRESHOLD);
        long bound = (World.THRESHOLD + allowance) * (1 + cleared);
        if (!world.healthy(from - STEP_WINDOW, to)) {
            long more = world.count(
                    from - STEP_WINDOW, to, each -> Set.of(Kind.FLUSH, Kind.FAIL_OVER, Kind.CRASH, Kind.ROLL)
                            .contains(each.step().kind()));
            bound *= 1 + Plan.NODES + more;
        }
        if (looked.size() > bound) {
            violated("More guesses looked at than the threshold, " + looked.size() + " for " + bound, first);
        }
    }

    /** Whoever is let in although a lock was told before, by anybody, and nobody has unlocked. */
    private void aKnownLockHolds(Seen in) {
        if (!in.allowed || in.degraded) {
            return;
        }
        for (Seen told : world.about(in, each -> each.heard >= 0 && each.heard + Oracle.TOLD < in.sent)) {
            boolean byHand = told.step.kind() == Kind.LOCK && told.error == null;
            boolean denied =
                    told.step.kind() == Kind.SIGN_IN && !told.allowed && told.reason == Reason.LOCKED && !told.degraded;
            long until = byHand ? told.sent + told.step.micros() : told.sent + told.retryMicros - SECOND;
            boolean open = !world.about(in, each -> mayOpen(each, told, in)).isEmpty();
            boolean lost = world.count(told.sent - Oracle.TOLD, told.heard + 4 * SECOND, Trouble::losesData) > 0;
            boolean whole = world.healthy(told.sent - Oracle.CALM, in.heard)
                    || (world.healthy(in.sent - Oracle.CALM, in.heard) && !lost && world.alive(told, in.heard));
            if ((byHand || denied) && in.heard < until && !open && whole && !lostUnseen(told, in)) {
                violated("Let in though a lock was known: " + told, in);
                return;
            }
        }
    }

    /** Of an unlocking during a fault Redis may hear only when that is over. */
    private boolean mayOpen(Seen unlock, Seen told, Seen in) {
        return unlock.step.kind() == Kind.UNLOCK
                && unlock.sent < in.heard
                && (unlock.heard < 0
                        || unlock.heard > told.sent - Oracle.CALM
                        || !world.healthy(unlock.sent, told.heard));
    }

    /** What a node had no connection to look up for three seconds may have been unlocked: it hands back no such lock. */
    private boolean lostUnseen(Seen told, Seen in) {
        for (Trouble loss : world.troubles) {
            long at = loss.from();
            boolean between = loss.losesData() && at > told.heard && at < in.heard;
            if (between && world.count(at - 3 * SECOND, at, each -> each.isShortageOf(told.step.node())) > 0) {
                return true;
            }
        }
        return false;
    }

    /** A lock that began on a node that is cut off comes with it, if what was unlocked meanwhile is lost before it is back. */
    private boolean lostWhileAway(Seen unlock, Seen denied) {
        for (Trouble loss : world.troubles) {
            boolean between = loss.losesData() && loss.from() > unlock.heard && loss.from() < denied.heard;
            if (between
                    && world.count(
                                    unlock.sent,
                                    unlock.heard,
                                    each -> each.step().kind() == Kind.NETWORK
                                            && each.from() <= unlock.sent
                                            && each.to() >= loss.from())
                            > 0) {
                return true;
            }
        }
        return false;
    }

    /** A caller who is denied by a lock that was ended by hand, with too few failures since. */
    private void anUnlockStays(Seen denied) {
        if (denied.heard < 0
                || denied.allowed
                || denied.reason != Reason.LOCKED
                || !world.healthy(denied.sent - Oracle.CALM, denied.heard)) {
            return;
        }
        for (Seen unlock : world.about(
                denied,
                each -> each.step.kind() == Kind.UNLOCK
                        && each.error == null
                        && each.heard >= 0
                        && each.heard + Oracle.TOLD < denied.sent)) {
            boolean lost = world.count(unlock.sent, unlock.heard + Oracle.TOLD, Trouble::losesData) > 0
                    || lostWhileAway(unlock, denied)
                    || !world.alive(unlock, denied.heard);
            boolean again = world.about(
                                    denied,
                                    each -> each.step.kind() == Kind.LOCK
                                            && each.sent < denied.heard
                                            && (each.heard < 0 || each.heard > unlock.sent))
                            .size()
                    > 0;
            long since = world.about(
                            denied,
                            each -> each.step.kind() == Kind.SIGN_IN
                                    && !(proves(each))
                                    && (each.heard < 0 || each.allowed)
                                    && each.sent < denied.heard
                                    && Math.min(each.ended, each.ends + SETTLE) > unlock.sent - SETTLE)
                    .size();
            if (!lost && !again && since < Math.min(3, World.THRESHOLD)) {
                violated("Denied after an unlock, " + since + " failures since: " + unlock, denied);
                return;
            }
        }
    }
}
