package io.github.ostiary.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.TimeSource;
import io.github.ostiary.config.ClassLookup;
import io.github.ostiary.config.ConfigReader;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.config.Problems;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.DecisionListeners;
import io.github.ostiary.engine.LocalTier;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.notice.Events;
import io.github.ostiary.notice.NearLimits;
import io.github.ostiary.notice.SiegeEvidence;
import io.github.ostiary.notice.Watchers;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.setup.GuardOperators;
import io.github.ostiary.watch.Auditing;
import io.github.ostiary.watch.Counting;
import io.github.ostiary.watch.SignInAdviser;
import io.github.ostiary.watch.Trials;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who is told before whom. */
class WatchersTest {

    private static final TimeSource TIME = TimeSource.system();

    @Test
    void theyAreToldInTheOneOrder() {
        ConfigSources sources = ConfigSources.of(Map.of("metrics", "opentelemetry"), Map.of(), Map.of());
        Problems problems = new Problems();
        GuardConfig config = ConfigReader.read(sources, ClassLookup.NONE, new RuleLedger(), problems);
        OperatorBooks books = new OperatorBooks();
        books.prepare(
                new GuardOperators.Basis(config, sources, getClass().getClassLoader(), ChangeMaker.of(TIME)), problems);
        assertThat(problems.sentences()).isEmpty();
        Tiers tiers = new LocalTier(new LocalStore(100, TIME), TIME);
        Events events = new Events(List.of());
        DecisionListeners watchers =
                Watchers.of(books.first(), new NearLimits(tiers, events, TIME), events, books.last());
        assertThat(watchers.inOrder())
                .extracting(each -> each.getClass().getName())
                .containsExactly(
                        SiegeEvidence.class.getName(),
                        Counting.class.getName(),
                        Trials.class.getName(),
                        SignInAdviser.class.getName(),
                        Auditing.class.getName(),
                        NearLimits.class.getName(),
                        Events.class.getName(),
                        "io.github.ostiary.metrics.SpanAttributes");
        watchers.close();
        tiers.close();
    }
}
