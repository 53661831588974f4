package io.github.ostiary.console;

import io.github.ostiary.Guard;
import io.github.ostiary.operator.OperatorApi;
import java.util.Optional;

/**
 * The console's JSON for an edge that shows it elsewhere: all that has no caller in it.
 *
 * @hidden
 */
public final class GuardStatus {

    private GuardStatus() {}

    /**
     * All parts.
     *
     * @param guard made by this jar
     * @return an object
     */
    public static String of(Guard guard) {
        OperatorApi operators = OperatorApi.of(guard);
        return Json.object(
                        "overview",
                        overview(operators),
                        "rules",
                        ConsoleApi.rules(operators),
                        "overrides",
                        GuardJson.overrides(operators.overrides()))
                .toString();
    }

    /**
     * One part.
     *
     * @param guard made by this jar
     * @param part {@code overview}, {@code rules} or {@code overrides}
     * @return an object; empty if there is no such part
     */
    public static Optional<String> of(Guard guard, String part) {
        OperatorApi operators = OperatorApi.of(guard);
        return switch (part) {
            case "overview" -> Optional.of(overview(operators).toString());
            case "rules" -> Optional.of(ConsoleApi.rules(operators).toString());
            case "overrides" -> Optional.of(
                    GuardJson.overrides(operators.overrides()).toString());
            default -> Optional.empty();
        };
    }

    private static Json overview(OperatorApi operators) {
        return GuardJson.overview(new FleetView(operators.fleet(), ""), operators.reloading());
    }
}
