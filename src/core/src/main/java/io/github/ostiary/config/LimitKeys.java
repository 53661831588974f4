package io.github.ostiary.config;

import static io.github.ostiary.config.ConfigKey.ChangedBy.OVERRIDE;
import static io.github.ostiary.config.ValueType.FLAG;
import static io.github.ostiary.config.ValueType.TEXT;
import static io.github.ostiary.config.ValueType.choice;
import static io.github.ostiary.config.ValueType.duration;
import static io.github.ostiary.config.ValueType.number;
import static io.github.ostiary.config.ValueType.parsed;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Algorithm.Parameter;
import io.github.ostiary.Rate;
import io.github.ostiary.rule.Cost;
import io.github.ostiary.rule.Cost.FixedCost;
import io.github.ostiary.rule.Cost.HeaderCost;
import io.github.ostiary.rule.Cost.ParameterCost;
import io.github.ostiary.rule.LaterCost;
import io.github.ostiary.rule.LaterCost.AnsweredHeader;
import io.github.ostiary.rule.LaterCost.CostSource;
import io.github.ostiary.rule.LaterCost.Measure;
import io.github.ostiary.rule.LaterCost.SetAttribute;
import io.github.ostiary.rule.Signal;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The keys of {@code limit.NAME}. */
final class LimitKeys {

    static final ConfigKeys ALL = ConfigKeys.with(OVERRIDE, RuleKeys.COUNTING);

    /** How often; read with the algorithm. */
    static final ConfigKey<List<Rate>> RATE = ALL.elsewhere(
                    "here it is called KEY", "limit|limits|permits|requests|max|quota|window|period|per|duration")
            .key("rate", parsed(Rate::parseAll));

    /** The source that chooses among the plans. */
    static final ConfigKey<String> RATE_BY = ALL.fixed(RuleKeys.COUNTED).key("rate.by", TEXT);

    /** How long the answer of a resolver of plans is as good as new. */
    static final ConfigKey<Duration> PLAN_CACHE = ALL.key("plan.cache", duration("1s", "1d"), "1m");

    /** How long the first request of a caller waits for that answer. */
    static final ConfigKey<Duration> PLAN_WAIT = ALL.key("plan.wait", duration("0ms", "5s"), "100ms");

    /** The keys that are named after a plan. */
    static final ConfigKeys PLANS = ConfigKeys.with(OVERRIDE);

    /** How often, for callers of a plan. */
    static final ConfigKey<List<Rate>> RATE_OF_PLAN = PLANS.key("rate.PLAN", parsed(Rate::parseAll));

    /** The limits of one address over all the keys it invents. */
    static final ConfigKey<List<Rate>> PER_IP =
            ALL.key("perIp", parsed(text -> text.equals("none") ? List.of() : Rate.parseAll(text)));

    /** The time zone in which the calendar's dates begin. */
    static final ConfigKey<ZoneId> ZONE = ALL.key("zone", parsed(Values::zone), "UTC");

    /** The day on which the calendar's weeks begin. */
    static final ConfigKey<DayOfWeek> WEEK = ALL.key("week", choice(DayOfWeek.class), "monday");

    /** The time between two admitted actions. */
    static final ConfigKey<Duration> MIN_INTERVAL = ALL.key("minInterval", duration("0ms", "366d"), "0s");

    /** The permits of one request. */
    static final ConfigKey<Cost> COST = ALL.key("cost", parsed(LimitKeys::cost), "1");

    /** The answers that cost a permit, where calls cost none. */
    static final ConfigKey<List<Signal>> COUNTS = ALL.key("counts", parsed(SignalParser::failure));

    /** The permits of a request that does not say. */
    static final ConfigKey<Integer> COST_MISSING = ALL.key("costMissing", number(1, Cost.MAX), "1");

    /** The permits that are taken before the cost is known. */
    static final ConfigKey<Integer> RESERVE = ALL.key("reserve", number(1, Cost.MAX), "1");

    /** Whether denied attempts count too. */
    static final ConfigKey<Boolean> COUNT_DENIED = ALL.key("countDenied", FLAG, "false");

    /** How it counts. */
    static final ConfigKey<Algorithm> ALGORITHM =
            ALL.fixed(RuleKeys.COUNTED).key("algorithm", parsed(LimitKeys::algorithm), "sliding-log");

    /** How many permits may be saved up. */
    static final ConfigKey<Integer> BURST = ALL.key(Parameter.BURST.configName(), number(1, 1_000_000_000));

    /** The tokens of a caller never seen. */
    static final ConfigKey<Integer> INITIAL = ALL.key(Parameter.INITIAL.configName(), number(0, 1_000_000_000));

    /** How a bucket fills. */
    static final ConfigKey<Refill> REFILL = ALL.key(Parameter.REFILL.configName(), choice(Refill.class), "smooth");

    /** The width of counters. */
    static final ConfigKey<Duration> PRECISION = ALL.key(Parameter.PRECISION.configName(), duration("1ms", "183d"));

    /** How many permits a node takes ahead where a key is hot. */
    static final ConfigKey<LeaseShare> LEASE =
            ALL.key("lease", new ValueType<>("share", "`auto`, `off`, 0.01% to 2%", LeaseShare::parse), "auto");

    /** Whether callers may read what they have used. */
    static final ConfigKey<Boolean> USAGE = ALL.key("usage", FLAG, "false");

    /** The parts of the longest window that an event says are used up. */
    static final ConfigKey<List<Integer>> NOTIFY = ALL.key("notify", parsed(LimitKeys::percents));

    /** How long a caller is held for its slot. */
    static final ConfigKey<Duration> WAIT = ALL.key("wait", duration("0ms", "1m"), "0s");

    private static final Pattern PLAN = Pattern.compile("rate\\.[A-Za-z0-9_.-]{1,64}");

    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}) ?%");
    private static final int MOST_PERCENTS = 5;

    /** The ways a token-bucket refills. */
    enum Refill {
        SMOOTH,
        INTERVAL
    }

    private LimitKeys() {}

    /** The key of an algorithm's parameter. */
    static ConfigKey<?> of(Parameter parameter) {
        return ALL.find(parameter.configName()).orElseThrow();
    }

    /** Whether a key is the rate of a plan. */
    static boolean isPlan(String key) {
        return ALL.find(key).isEmpty() && PLAN.matcher(key).matches();
    }

    private static Algorithm algorithm(String text) {
        return Algorithm.byConfigName(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + text + "' is not an algorithm; use " + Algorithm.configNames()));
    }

    /** Reads {@code 5}, {@code header:N}, {@code param:N}, or what is known afterwards. */
    private static Cost cost(String text) {
        int colon = text.indexOf(':');
        String name = text.substring(colon + 1).strip();
        if (text.startsWith("header:") && Values.isToken(name)) {
            return new HeaderCost(name, 1);
        }
        if (text.startsWith("param:") && !name.isEmpty()) {
            return new ParameterCost(name, 1);
        }
        CostSource later = later(text, name);
        if (later != null) {
            return new LaterCost(later, 1);
        }
        if (text.matches("\\d+")) {
            return new FixedCost(Values.number(text, 1, Cost.MAX));
        }
        throw new IllegalArgumentException("'" + text + "' is not a cost; write 1 to " + Cost.MAX
                + ", header:NAME or param:NAME; or, for a cost known afterwards, response:header:NAME,"
                + " attribute:NAME, response:bytes, request:bytes or time");
    }

    /** The cost that is known afterwards; null if it is another cost. */
    private static @Nullable CostSource later(String text, String name) {
        String header = name.substring(name.indexOf(':') + 1).strip();
        if (text.startsWith("response:header:") && Values.isToken(header)) {
            return new AnsweredHeader(header);
        }
        if (text.startsWith("attribute:") && !name.isEmpty()) {
            return new SetAttribute(name);
        }
        return switch (text) {
            case "response:bytes" -> Measure.BYTES_WRITTEN;
            case "request:bytes" -> Measure.BYTES_READ;
            case "time" -> Measure.TIME;
            default -> null;
        };
    }

    /** Reads {@code 80%, 100%}. */
    private static List<Integer> percents(String text) {
        TreeSet<Integer> percents = new TreeSet<>();
        for (String part : Values.list(text)) {
            var written = PERCENT.matcher(part);
            int percent = written.matches() ? Integer.parseInt(written.group(1)) : 0;
            if (percent < 1 || percent > 100) {
                throw new IllegalArgumentException(
                        "'" + part + "' is not a share of a limit; write 1% to 100%, such as 80%, 100%");
            }
            if (!percents.add(percent)) {
                throw new IllegalArgumentException("'" + part + "' is named twice; remove one");
            }
        }
        if (percents.size() > MOST_PERCENTS) {
            throw new IllegalArgumentException(
                    "has " + percents.size() + " parts; write " + MOST_PERCENTS + " at most");
        }
        return List.copyOf(percents);
    }
}
