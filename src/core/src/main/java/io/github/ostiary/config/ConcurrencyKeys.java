package io.github.ostiary.config;

import static io.github.ostiary.config.ConfigKey.ChangedBy.OVERRIDE;
import static io.github.ostiary.config.ValueType.duration;
import static io.github.ostiary.config.ValueType.number;
import static io.github.ostiary.config.ValueType.parsed;

import java.time.Duration;

/** The keys of {@code concurrency.NAME}. */
final class ConcurrencyKeys {

    static final ConfigKeys ALL = ConfigKeys.with(OVERRIDE, RuleKeys.COUNTING);

    private static final int MOST = 100_000;
    private static final String CALLED = "here it is called KEY";

    /** The calls at the same time, on all nodes together. */
    static final ConfigKey<Integer> PERMITS =
            ALL.elsewhere(CALLED, "limit|max|maxConcurrent|rate").key("permits", number(1, MOST));

    /** The permits of one address. */
    static final ConfigKey<Integer> PER_IP = ALL.key("perIp", parsed(ConcurrencyKeys::perIp));

    /** After which the permit of a node that died returns. */
    static final ConfigKey<Duration> LEASE =
            ALL.elsewhere(CALLED, "timeout|ttl").key("lease", duration("1s", "1d"), "30s");

    /** How long a caller is held until there is room. */
    static final ConfigKey<Duration> WAIT = ALL.key("wait", duration("0ms", "1m"), "0s");

    private ConcurrencyKeys() {}

    private static int perIp(String text) {
        if (text.equals("none")) {
            return 0;
        }
        if (!text.matches("\\d+")) {
            throw new IllegalArgumentException("must be none or a whole number from 1 to " + MOST);
        }
        return Values.number(text, 1, MOST);
    }
}
