package io.github.ostiary.fleet;

import static io.github.ostiary.fleet.Plan.SECOND;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.fleet.Step.Kind;
import io.github.ostiary.fleet.World.Trouble;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The judge of a run. It knows the rules' figures, what callers were told, and when which fault was on; of how decisions
 * are made it knows nothing. A time is calm when no fault is on and none was for {@link #CALM}.
 */
final class Oracle {

    /** How long after a fault everything is as before: the store is asked again every 2 s, leases are renewed within 2 s. */
    static final long CALM = 6 * SECOND;

    /** What is changed on one node every node knows after a second and some round trips. */
    static final long TOLD = 1_200_000;

    /** The first who waits for a permit looks for one every 200 ms, and asks three times as long at most. */
    private static final long LOOKED = 600_000;

    private static final long WINDOW = 10 * SECOND;
    private static final long LOG_PERMITS = 5;
    private static final Set<String> LOGS = Set.of("log", "strict", "moved");

    /** Permits that an operator gives to the rule whose rate is moved, and how long it may be until all nodes go by them. */
    static final List<Integer> MOVED = List.of(9, 3, 30);

    private static final long IN_FORCE = 2_700_000;
    private static final Set<String> BUCKETS = Set.of("token", "leaky");

    private final World world;
    private final List<String> violations = new ArrayList<>();

    Oracle(World world) {
        this.world = world;
    }

    /** Sentences, each with what it is about. */
    List<String> violations() {
        for (Seen seen : world.seen) {
            everyCallEnds(seen);
            nobodyStandsIn(seen);
            theHonestAreLetIn(seen);
            if (seen.step.kind() == Kind.TAKE && seen.allowed) {
                neverMoreThanTheLimit(seen);
            }
            noDenialWhereThereIsRoom(seen);
            if (seen.step.kind() == Kind.TAKE) {
                nobodySleepsThroughAReset(seen);
                nobodySleepsThroughARaise(seen);
            }
            if (seen.step.kind() == Kind.HOLD) {
                permits(seen);
            }
            if (seen.step.kind() == Kind.RESERVE && seen.allowed) {
                neverReservedBeyondTheLimit(seen);
            }
        }
        violations.addAll(new GuessOracle(world).violations());
        return violations;
    }

    static long permits(String rule) {
        return rule.equals("wide") ? World.WIDE : LOGS.contains(rule) || rule.equals("open") ? LOG_PERMITS : 6;
    }

    private static boolean isOverride(Seen seen) {
        return seen.step.kind() == Kind.OVERRIDE;
    }

    /** The most, or the fewest, permits that the node may have gone by; one where the rate was moved goes by it at once. */
    private long movedTo(Seen asked, long from, long to, boolean most) {
        List<Seen> overrides = world.seen.stream()
                .filter(each -> isOverride(each)
                        && each.step.rule().equals("moved")
                        && each.sent < to
                        && heard(each) + each.step.micros() + IN_FORCE > from)
                .toList();
        long found = LOG_PERMITS;
        for (Seen each : overrides) {
            long permits = MOVED.get(each.step.how());
            boolean sure = each.error == null
                    && world.about(
                                    each,
                                    other -> other != each
                                            && isOverride(other)
                                            && other.sent < to
                                            && heard(other) > each.sent)
                            .isEmpty()
                    && heard(each) + (each.process == asked.process ? 0 : IN_FORCE) < from
                    && each.sent + each.step.micros() / SECOND * SECOND - IN_FORCE > to
                    && world.healthy(each.sent - CALM, to);
            if (sure) {
                return permits;
            }
            found = most ? Math.max(found, permits) : Math.min(found, permits);
        }
        return found;
    }

    private void violated(String rule, Seen seen) {
        violations.add(rule + ": " + seen);
    }

    private boolean calm(long from, long to) {
        return world.healthy(from - CALM, to);
    }

    /** Within its wait and the time of a few questions; who was on a node that stood still or ended is left out. */
    private void everyCallEnds(Seen seen) {
        boolean still = world.count(seen.sent, seen.heard < 0 ? Simulator.FOREVER : seen.heard, each -> {
                    Kind kind = each.step().kind();
                    return each.step().node() == seen.step.node()
                            && (kind == Kind.PAUSE || kind == Kind.CRASH || kind == Kind.ROLL);
                })
                > 0;
        long wait = seen.step.kind() == Kind.TAKE
                ? seen.step.micros()
                : seen.step.kind() == Kind.HOLD ? World.WORK_WAIT : 2_500_000;
        if (!still && (seen.heard < 0 || seen.heard - seen.sent > wait + SECOND)) {
            violated("A call does not end in its time", seen);
        }
    }

    /**
     * What is short on one node is no evidence against the store. Where it is so far away that a call has no time to wait for
     * two others' answers, a crowd at a key that is used up may not be answered in time.
     */
    private void nobodyStandsIn(Seen seen) {
        if (world.far && seen.step.rule().equals("wide")) {
            return;
        }
        if (!seen.degraded && seen.reason != Reason.STORE_UNAVAILABLE) {
            return;
        }
        for (Trouble trouble : world.troubles) {
            boolean apart = world.count(trouble.from() - CALM, trouble.to(), each -> !each.isShortage()) == 0;
            if (trouble.from() <= seen.heard && trouble.to() + CALM >= seen.sent && !(trouble.isShortage() && apart)) {
                return;
            }
        }
        violated("The stand-in decides though all is well", seen);
    }

    private void theHonestAreLetIn(Seen seen) {
        if (seen.step.honest() && seen.heard >= 0 && !seen.allowed && calm(seen.sent - 3 * WINDOW, seen.heard)) {
            violated("An honest caller is denied", seen);
        }
    }

    /** In any time: what the store grants, what each fault may add by the policy, and what was given back. */
    private void neverMoreThanTheLimit(Seen first) {
        String rule = first.step.rule();
        long from = chargedFrom(first);
        long window = rule.equals("sliding") ? WINDOW - SECOND : WINDOW;
        long permits = rule.equals("moved") ? movedTo(first, from, from + window, true) : permits(rule);
        boolean whole = world.healthy(from - 2 * WINDOW, from + window);
        if (!whole && rule.equals("open")) {
            return;
        }
        long back = world
                .about(
                        first,
                        each -> each.step.kind() == Kind.CREDIT
                                && each.sent < from + window
                                && (each.heard < 0 || each.heard > from - window))
                .stream()
                .mapToLong(each -> each.step.amount())
                .sum();
        long resets = world.about(
                        first,
                        each -> each.step.kind() == Kind.RESET
                                && each.sent < from + window
                                && (each.heard < 0 || each.heard >= from))
                .size();
        long losses = whole ? 0 : world.count(from - WINDOW, from + window, Trouble::losesData);
        long most = rule.equals("fixed") || BUCKETS.contains(rule) ? 2 * permits : permits;
        long bound = most * (1 + resets + losses) + back;
        if (!whole && !rule.equals("strict")) {
            long ended = world.count(
                    from - 2 * WINDOW,
                    from + window,
                    each -> each.step().kind() == Kind.CRASH || each.step().kind() == Kind.ROLL);
            bound += (Plan.NODES + ended) * (most + Plan.NODES - 1) / Plan.NODES;
        }
        long granted = world
                .about(
                        first,
                        each -> each.allowed
                                && each.step.kind() == Kind.TAKE
                                && chargedFrom(each) >= from
                                && each.heard < from + window)
                .stream()
                .mapToLong(each -> each.step.amount())
                .sum();
        if (granted > bound) {
            violated("More than the limit, " + granted + " for " + bound + (whole ? "" : " with faults"), first);
        }
    }

    /** When it was let in, all others of its window had been counted: with their cost where they were settled, else as reserved. */
    private void neverReservedBeyondTheLimit(Seen last) {
        if (!world.healthy(last.sent - 2 * WINDOW - CALM, last.heard)) {
            return;
        }
        long counted = last.step.amount();
        long reset = world.about(last, each -> each.step.kind() == Kind.RESET && each.sent < last.heard).stream()
                .mapToLong(Oracle::heard)
                .max()
                .orElse(0);
        for (Seen other : world.about(
                last,
                each -> each != last
                        && each.step.kind() == Kind.RESERVE
                        && each.allowed
                        && each.sent > Math.max(reset, last.heard - WINDOW)
                        && each.heard < last.sent)) {
            long cost = Calls.cost(other.step);
            counted += other.ended < last.sent
                    ? cost
                    : other.ends <= last.heard ? Math.min(cost, other.step.amount()) : other.step.amount();
        }
        if (counted > World.PAID) {
            violated("More reserved and settled than the limit, " + counted, last);
        }
    }

    /** A reset lets those go who wait for slots; they took these before it. */
    private long chargedFrom(Seen seen) {
        boolean letGo = seen.step.micros() > 0
                && world.about(
                                        seen,
                                        each -> each.step.kind() == Kind.RESET
                                                && each.sent < seen.heard
                                                && (each.heard < 0 || each.heard > seen.sent))
                                .size()
                        > 0;
        return letGo ? seen.sent : seen.decidedFrom();
    }

    /** Of logs and buckets all that may be used is known: whoever is denied must have met it. */
    private void noDenialWhereThereIsRoom(Seen seen) {
        String rule = seen.step.rule();
        boolean log = LOGS.contains(rule);
        if (!(log || BUCKETS.contains(rule))
                || seen.step.kind() != Kind.TAKE
                || seen.allowed
                || seen.reason != Reason.RATE_LIMITED
                || !world.healthy(seen.decidedFrom() - 2 * WINDOW - CALM, seen.heard)) {
            return;
        }
        long at = seen.decidedFrom();
        List<Seen> others = new ArrayList<>(world.about(seen, each -> each != seen && each.sent <= seen.heard));
        others.sort(Comparator.comparingLong(Oracle::effective));
        if (others.stream()
                .anyMatch(each -> givesBack(each)
                        && effective(each) <= seen.heard
                        && heard(each) > (each.process == seen.process ? seen.sent : at - TOLD))) {
            return;
        }
        Room room = new Room(log, WINDOW);
        for (Seen each : others) {
            boolean late = each.step.kind() == Kind.TAKE && heard(each) > at - TOLD;
            if (givesBack(each)) {
                room.giveBack(effective(each), each.step.kind() == Kind.RESET ? Long.MAX_VALUE : each.step.amount());
            } else if (each.step.kind() == Kind.CHARGE || (each.step.kind() == Kind.TAKE && (each.allowed || late))) {
                room.take(Math.min(effective(each), at), each.step.amount());
            }
        }
        double used = room.used(at);
        long permits = rule.equals("moved") ? movedTo(seen, at, seen.heard, false) : permits(rule);
        if (used + seen.step.amount() <= permits) {
            violated("Denied where there is room, " + used + " used", seen);
        }
    }

    private static boolean givesBack(Seen seen) {
        return seen.step.kind() == Kind.RESET || seen.step.kind() == Kind.CREDIT;
    }

    private static long heard(Seen seen) {
        return seen.heard < 0 ? Simulator.FOREVER : seen.heard;
    }

    /** What is taken counts as long as it may, what is given back as little. */
    private static long effective(Seen seen) {
        return givesBack(seen) ? seen.sent : heard(seen);
    }

    /** Who waits is let in soon after a reset, unless those who came before or meanwhile may have taken the room. */
    private void nobodySleepsThroughAReset(Seen seen) {
        String rule = seen.step.rule();
        if (seen.step.micros() == 0 || !LOGS.contains(rule) || !world.healthy(seen.sent - CALM, seen.heard)) {
            return;
        }
        for (Seen reset : world.about(
                seen,
                each -> each.step.kind() == Kind.RESET
                        && each.sent > seen.sent
                        && each.heard >= 0
                        && each.heard + TOLD < seen.heard)) {
            long maybe = world
                    .about(seen, each -> !givesBack(each) && each.sent < seen.heard && heard(each) > reset.sent - TOLD)
                    .stream()
                    .mapToLong(each -> each.step.amount())
                    .sum();
            if (maybe <= LOG_PERMITS) {
                violated("Waits on after a reset, at " + reset, seen);
            }
        }
    }

    /** Who waits is let in soon after the rate was raised on any node, unless others may have taken all that it adds. */
    private void nobodySleepsThroughARaise(Seen seen) {
        if (seen.step.micros() == 0
                || !seen.step.rule().equals("moved")
                || !world.healthy(seen.sent - 2 * WINDOW - CALM, seen.heard)) {
            return;
        }
        for (Seen raise : world.seen) {
            long known = heard(raise) + IN_FORCE;
            if (!isOverride(raise)
                    || !raise.step.rule().equals("moved")
                    || raise.sent < seen.sent
                    || known + TOLD > seen.heard) {
                continue;
            }
            long maybe = world.about(seen, each -> each.sent < seen.heard && heard(each) > raise.sent - WINDOW).stream()
                    .mapToLong(each -> each.step.amount())
                    .sum();
            if (maybe <= movedTo(seen, known, known + TOLD, false)) {
                violated("Waits on after a raise, at " + raise, seen);
            }
        }
    }

    private void permits(Seen seen) {
        if (seen.heard < 0) {
            return;
        }
        int most = seen.step.rule().equals("many") ? World.MANY : World.PERMITS;
        long back = world.processes.size() > Plan.NODES ? 8 * SECOND : 0;
        if (seen.allowed) {
            long others = world.about(
                            seen,
                            each -> each != seen
                                    && each.allowed
                                    && each.heard < seen.sent
                                    && each.ends > seen.heard
                                    && world.alive(each, seen.heard))
                    .size();
            boolean calm = calm(seen.sent, seen.heard);
            long bound = calm
                    ? most
                    : most
                            + Plan.NODES * ((most + Plan.NODES - 1) / Plan.NODES)
                            + most * world.count(seen.sent - CALM, seen.heard, each -> true);
            if (others + 1 > bound) {
                violated("More permits in use than there are, " + (others + 1) + " of " + bound, seen);
            }
        } else if (seen.reason == Reason.CONCURRENCY_LIMITED && calm(seen.sent - SECOND, seen.heard)) {
            long maybe = maybeInUse(seen, seen.decidedFrom() - TOLD, seen.sent - TOLD, back);
            if (maybe < most) {
                violated("No permit though only " + maybe + " may be in use", seen);
            }
        }
        if (seen.allowed && seen.heard - seen.sent > LOOKED && calm(seen.sent - SECOND, seen.heard)) {
            long maybe = maybeInUse(seen, seen.heard - LOOKED, seen.heard - LOOKED, back);
            if (maybe < most) {
                violated("Waits on for a permit though only " + maybe + " may be in use", seen);
            }
        }
    }

    /** How many others may have held a permit from a time on, or may have been granted one for somebody who was not let in. */
    private long maybeInUse(Seen seen, long from, long asked, long back) {
        return world.about(
                        seen,
                        each -> each != seen
                                && each.sent < seen.heard
                                && (each.heard < 0 || each.allowed || each.heard > asked)
                                && each.ended > from
                                && world.processes.get(each.process).ended > seen.sent - back - 2 * SECOND)
                .size();
    }
}
