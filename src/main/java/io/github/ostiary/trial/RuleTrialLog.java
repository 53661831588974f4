package io.github.ostiary.trial;

import io.github.ostiary.Key;
import io.github.ostiary.Rate;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.operator.TrialReport.Proposal;
import io.github.ostiary.operator.TrialReport.RateUse;
import io.github.ostiary.operator.TrialReport.RuleTrial;
import io.github.ostiary.operator.TrialReport.Share;
import io.github.ostiary.text.IpAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** The account of one rule on trial: of the last day, in four parts of six hours. Thread-safe; no lock is held for long. */
final class RuleTrialLog {

    static final long PART_MICROS = 6 * 3_600_000_000L;
    private static final int PARTS = 4;
    private static final int TOP = 10;
    private static final int MOST_RATES = 4;
    private static final long IDLE_MICROS = 600_000_000;
    private static final double[] SHARES = {0.01, 0.001, 0.0001};

    /** Six hours. */
    private static final class SixHours {

        private long number = Long.MIN_VALUE;
        private long asked;
        private long denied;
        private HeavyCallers networks = new HeavyCallers();
        private HeavyCallers users = new HeavyCallers();

        private void begin(long now) {
            if (number != now) {
                number = now;
                asked = 0;
                denied = 0;
                networks = new HeavyCallers();
                users = new HeavyCallers();
            }
        }
    }

    private final String rule;
    private final RuleType kind;
    private final SixHours[] day = {new SixHours(), new SixHours(), new SixHours(), new SixHours()};
    private final Map<Rate, UseSketch> uses = new TreeMap<>(RuleTrialLog::shorterFirst);
    private final ReentrantLock lock = new ReentrantLock();

    RuleTrialLog(String rule, RuleType kind) {
        this.rule = rule;
        this.kind = kind;
    }

    private static int shorterFirst(Rate one, Rate other) {
        int window = Long.compare(one.windowMicros(), other.windowMicros());
        return window != 0 ? window : Long.compare(one.permits(), other.permits());
    }

    /** Counts what was asked, and the callers it would have denied. */
    void seen(Key key, boolean denied, long now) {
        long number = now / PART_MICROS;
        lock.lock();
        try {
            SixHours part = day[(int) Math.floorMod(number, (long) PARTS)];
            part.begin(number);
            part.asked++;
            if (denied) {
                part.denied++;
                note(part, key);
            }
        } finally {
            lock.unlock();
        }
    }

    private static void note(SixHours part, Key key) {
        for (Key.Part each : key.parts()) {
            if (each.isDigested()) {
                continue;
            }
            if (each.kind().equals(Key.IP)) {
                part.networks.add(network(each.value()));
            } else if (each.kind().equals(Key.PRINCIPAL)) {
                part.users.add(each.value());
            }
        }
    }

    private static String network(String address) {
        return IpAddress.parse(address)
                .filter(IpAddress::isIpv4)
                .map(known -> known.network(24, 128))
                .orElse(address);
    }

    /** Takes note of what a caller, known by a hash, asks of a rate. */
    void used(Rate rate, long caller, long permits, long now) {
        lock.lock();
        try {
            UseSketch known = uses.get(rate);
            if (known == null && (uses.size() < MOST_RATES || forgetsIdle(now))) {
                known = new UseSketch(rate.windowMicros());
                uses.put(rate, known);
            }
            if (known != null) {
                known.add(caller, permits, now);
            }
        } finally {
            lock.unlock();
        }
    }

    /** A rate that has not been in force for a while makes room for one that is. */
    private boolean forgetsIdle(long now) {
        return uses.values().removeIf(each -> now - each.lastMicros() > IDLE_MICROS);
    }

    /** What became of it in the last day. */
    RuleTrial report(long now) {
        lock.lock();
        try {
            long oldest = now / PART_MICROS - PARTS + 1;
            List<SixHours> recent =
                    Arrays.stream(day).filter(part -> part.number >= oldest).toList();
            Map<String, Long> networks = new HashMap<>();
            Map<String, Long> users = new HashMap<>();
            recent.forEach(part -> part.networks.addTo(networks));
            recent.forEach(part -> part.users.addTo(users));
            List<RateUse> rates = new ArrayList<>();
            uses.forEach((rate, sketch) -> rates.add(use(rate, sketch, now)));
            return new RuleTrial(
                    rule,
                    kind,
                    recent.stream().mapToLong(part -> part.asked).sum(),
                    recent.stream().mapToLong(part -> part.denied).sum(),
                    shares(networks),
                    shares(users),
                    rates);
        } finally {
            lock.unlock();
        }
    }

    private static List<Share> shares(Map<String, Long> sums) {
        return HeavyCallers.top(sums, TOP).stream()
                .map(each -> new Share(each.getKey(), each.getValue()))
                .toList();
    }

    private static RateUse use(Rate rate, UseSketch sketch, long now) {
        int[] peaks = sketch.peaks(now);
        long callers = sketch.callers(now);
        long over = Arrays.stream(peaks).filter(peak -> peak > rate.permits()).count();
        List<Proposal> proposals = new ArrayList<>();
        for (double share : SHARES) {
            proposals.add(new Proposal(share, permits(peaks, share)));
        }
        return new RateUse(rate, callers, peaks.length == 0 ? 0 : over * (callers / peaks.length), proposals);
    }

    /** The least figure that no more than a share of all are above. */
    private static OptionalLong permits(int[] peaks, double share) {
        int above = (int) Math.floor(peaks.length * share);
        return above == 0 ? OptionalLong.empty() : OptionalLong.of(peaks[peaks.length - 1 - above]);
    }
}
