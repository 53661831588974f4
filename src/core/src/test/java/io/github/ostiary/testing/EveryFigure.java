package io.github.ostiary.testing;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.Fleet;
import io.github.ostiary.operator.Fleet.Coverage;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.operator.FleetNode.Build;
import io.github.ostiary.operator.FleetNode.Life;
import io.github.ostiary.operator.FleetNode.State;
import io.github.ostiary.operator.LockoutEvent;
import io.github.ostiary.operator.StoreFigure;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Figures of a guard that has done a little of everything: none is zero or absent. */
public final class EveryFigure {

    private EveryFigure() {}

    /** A node that has done it, and knows of another version's. */
    public static Fleet fleet(Figures figures) {
        FleetNode node = new FleetNode(
                "id",
                "shop-1/17",
                new Build("0.1.0", "digest"),
                new Life(State.RUNNING, Duration.ofHours(1), Duration.ofSeconds(1)),
                figures);
        return new Fleet(Coverage.ALL_NODES, "id", List.of(node), List.of("other"));
    }

    public static Figures figures() {
        Figures.Distribution some = new Figures.Distribution(List.of(0.001), List.of(199L, 1L), 2);
        Figures.Recent recent = new Figures.Recent(Duration.ofSeconds(5), List.of(new Figures.Slice(1, 1)));
        Figures.Attempts attempts = new Figures.Attempts(1, 1, 1);
        Map<LockoutEvent, Long> events = new EnumMap<>(LockoutEvent.class);
        LockoutEvent.ALL.forEach(event -> events.put(event, 1L));
        Map<StoreFigure, Long> counted = new EnumMap<>(StoreFigure.class);
        StoreFigure.ALL.forEach(figure -> counted.put(figure, 1L));
        return new Figures(
                true,
                List.of(new Figures.RuleFigures(
                        "lockout.login",
                        1,
                        Map.of(Reason.LOCKED, 1L),
                        1,
                        Optional.of(new Figures.LockoutFigures(attempts, attempts, events, Optional.of(true))),
                        recent,
                        recent)),
                Optional.of(new Figures.StoreFigures(1, counted, 1, some, some)),
                new Figures.WaitFigures(1, 150, some),
                1,
                1,
                1);
    }
}
