package io.github.ostiary.rule;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.rule.Siege.Sign;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.SharedState.Tally;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.StoreException;
import java.time.Duration;

/** A siege, and nodes that share what they count of it. */
abstract class SiegeScene {

    static final SiegeThreshold TERMS =
            new SiegeThreshold(20, Duration.ofMinutes(30).toMillis() * 1_000);

    static final Topic TOPIC = new Topic("siege.main", 1);

    final ManualTimeSource time = new ManualTimeSource();
    final Siege siege = new Siege(time);
    SharedState shared = new LocalStore(1_000, time).sharedState();
    int callers;

    /** Each is of another member, or another network. */
    void count(Siege where, Sign sign, int times) {
        count(where, sign, times, TERMS);
    }

    void count(Siege where, Sign sign, int times, SiegeThreshold terms) {
        for (int i = 0; i < times; i++) {
            where.count(sign, "caller-" + callers++, terms);
        }
    }

    /** Each tells what it has counted, and hears what all have, as in a {@code SiegeBook}. */
    void share(Siege... nodes) {
        try {
            for (int i = 0; i < 2 * nodes.length; i++) {
                Siege node = nodes[i % nodes.length];
                for (boolean more = true; more; ) {
                    Tally tally = node.tally();
                    more = node.hear(tally, shared.sum(TOPIC, tally));
                }
            }
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    /** So many sign-ins an hour, of which so many are wrong. */
    void day(Siege where, int right, int wrong) {
        for (int hour = 0; hour < 24; hour++) {
            count(where, Sign.SUCCEEDED, right);
            count(where, Sign.FAILED, wrong);
            time.advance(Duration.ofHours(1));
        }
    }
}
