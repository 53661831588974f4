package io.github.ostiary.trial;

import io.github.ostiary.Key;
import io.github.ostiary.Rate;
import io.github.ostiary.TimeSource;
import io.github.ostiary.operator.Explanation.RuleType;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Takes note of what rules that only report are asked, in this JVM. At most 4 MB per rule, whatever callers invent; of more
 * than {@value #MOST_RULES} rules the later ones are not noted. Thread-safe.
 */
public final class TrialLog {

    private static final int MOST_RULES = 100;
    private static final long DAY_MICROS = 4 * RuleTrialLog.PART_MICROS;

    private final TimeSource time;
    private final long begunMicros;
    private volatile long seed = ThreadLocalRandom.current().nextLong();
    private final ConcurrentSkipListMap<String, RuleTrialLog> rules = new ConcurrentSkipListMap<>();
    private volatile Map<String, String> signals = Map.of();
    private final ConcurrentSkipListMap<String, SignInLog> signIns = new ConcurrentSkipListMap<>();

    /**
     * Begins.
     *
     * @param time tells when something happens
     */
    public TrialLog(TimeSource time) {
        this.time = time;
        this.begunMicros = time.micros();
    }

    /**
     * Takes note of a call that a rule was asked about.
     *
     * @param kind the rule's kind
     * @param rule the rule's name
     * @param key the caller that it counts
     * @param denied whether it would have denied
     */
    public void seen(RuleType kind, String rule, Key key, boolean denied) {
        RuleTrialLog log = of(kind, rule);
        if (log != null) {
            log.seen(key, denied, time.micros());
        }
    }

    /**
     * Takes note of what a caller asks of a rate, whether it would be denied or not.
     *
     * @param rule the limit's name
     * @param rate one of its rates
     * @param identity the caller's
     * @param permits at least 1
     */
    public void used(String rule, Rate rate, String identity, long permits) {
        RuleTrialLog log = of(RuleType.LIMIT, rule);
        if (log != null) {
            log.used(rate, hash(identity), permits, time.micros());
        }
    }

    /** Null where there is no room for one more. */
    private @Nullable RuleTrialLog of(RuleType kind, String rule) {
        String name = kind.name() + ' ' + rule;
        RuleTrialLog known = rules.get(name);
        if (known != null || rules.size() >= MOST_RULES) {
            return known;
        }
        return rules.computeIfAbsent(name, unused -> new RuleTrialLog(rule, kind));
    }

    /**
     * The account of a sign-in, begun at its first attempt.
     *
     * @param name as its keys begin, such as {@code signin.main}; or a lockout's
     * @return null where there is no room for one more
     */
    public @Nullable SignInLog signIn(String name) {
        SignInLog known = signIns.get(name);
        if (known != null || signIns.size() >= MOST_RULES) {
            return known;
        }
        return signIns.computeIfAbsent(name, any -> new SignInLog(name, signals.getOrDefault(name, "")));
    }

    /** All sign-ins that were tried, by their names. */
    public Map<String, SignInLog> signIns() {
        return Collections.unmodifiableMap(signIns);
    }

    /**
     * These sign-ins are in force, with these signals: of others nothing is kept.
     *
     * @param current what tells the signals of each from others, by its name
     */
    public void follow(Map<String, String> current) {
        signals = Map.copyOf(current);
        signIns.keySet().retainAll(current.keySet());
        signIns.forEach((name, seen) -> seen.follow(current.getOrDefault(name, "")));
    }

    /** Whether an account, of another node, is of a sign-in and signals that are in force here. */
    public boolean isCurrent(SignInLog other) {
        return other.signals().equals(signals.get(other.name()));
    }

    /** Tells when something happens. */
    public TimeSource time() {
        return time;
    }

    /**
     * A hash that cannot be foreseen: 64 bits by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), begun with a seed of
     * this start.
     */
    private long hash(String identity) {
        long hash = seed;
        for (int i = 0; i < identity.length(); i++) {
            hash = mixed(hash + 0x9E37_79B9_7F4A_7C15L + identity.charAt(i));
        }
        return hash;
    }

    private static long mixed(long bits) {
        long once = (bits ^ bits >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        long twice = (once ^ once >>> 27) * 0x94D0_49BB_1331_11EBL;
        return twice ^ twice >>> 31;
    }

    /**
     * Has callers known by the same hashes as on the other nodes.
     *
     * @param common of all nodes; of callers it must be a secret, or they would choose who is sampled
     */
    public void share(long common) {
        if (common != seed) {
            seed = common;
            rules.values().forEach(RuleTrialLog::forgetUses);
        }
    }

    /** Whether a rule on trial was asked. */
    public boolean isEmpty() {
        return rules.isEmpty();
    }

    /** The observations of this node about those rules that were asked in the last day. */
    public List<RuleSeen> seen() {
        long now = time.micros();
        return rules.values().stream()
                .map(rule -> rule.seen(now))
                .filter(rule -> rule.asked() > 0)
                .toList();
    }

    /** How far back that reaches. */
    public Duration covered() {
        return Duration.ofNanos(1_000 * Math.min(DAY_MICROS, Math.max(0, time.micros() - begunMicros)));
    }
}
