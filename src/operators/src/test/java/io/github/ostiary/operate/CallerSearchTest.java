package io.github.ostiary.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.operate.CallerSearch.CallerAnswer;
import io.github.ostiary.operator.DenialRecord;
import io.github.ostiary.operator.DenialRecord.Scene;
import io.github.ostiary.operator.DenialRecord.Span;
import io.github.ostiary.operator.KeyStatus;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.GuardBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order in which an operator sees rules: {@link CallerSearch}. */
class CallerSearchTest {

    private static final Key BOB = Key.principal("bob");

    private static List<String> rules(CallerAnswer answer) {
        return answer.lines().stream().map(line -> line.rule().name()).toList();
    }

    private static List<KeyStatus> standings(Guard guard) {
        List<KeyStatus> standings = new ArrayList<>();
        for (String rule : List.of("open", "trial", "tight", "wide")) {
            standings.addAll(OperatorApi.of(guard).explain(rule, BOB));
        }
        return standings;
    }

    @Test
    void whatDeniesComesFirstHoweverSomebodyIsFound() {
        try (Guard guard = GuardBuilder.create()
                .limit("open", "100/1h")
                .limit("trial", "1/1h")
                .property("limit.trial.enforce", "false")
                .limit("tight", "1/1h")
                .limit("wide", "100/1h")
                .build()) {
            guard.limiter("trial").tryAcquire(BOB);
            guard.limiter("tight").tryAcquire(BOB);
            CallerSearch callers = new CallerSearch(guard, new LockSearch(guard, 100));
            Instant now = Instant.EPOCH;
            DenialRecord denial = new DenialRecord(
                    "ABCDEFGH",
                    new Span(now, now, 1),
                    new Scene("node", "GET", "/"),
                    "tight",
                    Reason.RATE_LIMITED,
                    false,
                    standings(guard));
            List<String> order = List.of("tight", "trial", "open", "wide");
            assertThat(rules(callers.find("bob", ""))).isEqualTo(order);
            assertThat(rules(callers.find(BOB))).isEqualTo(order);
            assertThat(rules(callers.find(denial))).isEqualTo(order);
        }
    }
}
