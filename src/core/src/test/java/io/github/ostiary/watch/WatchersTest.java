package io.github.ostiary.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.TimeSource;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.DecisionListeners;
import io.github.ostiary.engine.LocalTier;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.trial.TrialLog;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is told before whom. */
class WatchersTest {

    private static final TimeSource TIME = TimeSource.system();

    private static final class Spans implements DecisionListener {}

    @Test
    void theyAreToldInTheOneOrder() {
        Tiers tiers = new LocalTier(new LocalStore(100, TIME), TIME);
        Events events = new Events(List.of());
        DecisionListeners watchers = Watchers.of(
                Counting.ofAll(new RuleLedger()),
                new TrialLog(TIME),
                new Auditing(Auditor.NONE, ChangeMaker.of(TIME)),
                new NearLimits(tiers, events, TIME),
                events,
                new Spans());
        assertThat(watchers.inOrder())
                .extracting(each -> (Object) each.getClass())
                .containsExactly(
                        SiegeEvidence.class,
                        Counting.class,
                        Trials.class,
                        SignInAdviser.class,
                        Auditing.class,
                        NearLimits.class,
                        Events.class,
                        Spans.class);
        watchers.close();
        tiers.close();
    }
}
