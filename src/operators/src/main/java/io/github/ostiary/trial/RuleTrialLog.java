package io.github.ostiary.trial;

import io.github.ostiary.Key;
import io.github.ostiary.Rate;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.text.IpAddress;
import io.github.ostiary.trial.RuleSeen.DeniedCallers;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** The account of one rule on trial: of the last day, in four parts of six hours. Thread-safe; no lock is held for long. */
final class RuleTrialLog {

    static final long PART_MICROS = 6 * 3_600_000_000L;
    private static final int PARTS = 4;
    private static final int MOST_RATES = 4;
    private static final long IDLE_MICROS = 600_000_000;

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

    static int shorterFirst(Rate one, Rate other) {
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

    /** Forgets how callers use it: they are known by other hashes from now on. */
    void forgetUses() {
        lock.lock();
        try {
            uses.clear();
        } finally {
            lock.unlock();
        }
    }

    /** The observations of the last day. */
    RuleSeen seen(long now) {
        lock.lock();
        try {
            long oldest = now / PART_MICROS - PARTS + 1;
            List<SixHours> recent =
                    Arrays.stream(day).filter(part -> part.number >= oldest).toList();
            Map<String, Long> networks = new HashMap<>();
            Map<String, Long> users = new HashMap<>();
            recent.forEach(part -> part.networks.addTo(networks));
            recent.forEach(part -> part.users.addTo(users));
            Map<Rate, UseSample> samples = new HashMap<>();
            uses.forEach((rate, sketch) -> samples.put(rate, sketch.sample(now)));
            return new RuleSeen(
                    rule,
                    kind,
                    recent.stream().mapToLong(part -> part.asked).sum(),
                    recent.stream().mapToLong(part -> part.denied).sum(),
                    new DeniedCallers(networks, users),
                    samples);
        } finally {
            lock.unlock();
        }
    }
}
