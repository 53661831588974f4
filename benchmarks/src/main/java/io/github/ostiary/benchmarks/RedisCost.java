package io.github.ostiary.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Reservation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * CPU time of the thread of Redis that decides, per decision: alone, in a call of 16 and of 64, by every algorithm; and
 * how often a flood asks at all. What is sent is what the store sends, recorded and repeated for other callers. Run:
 * {@code java -cp benchmarks.jar io.github.ostiary.benchmarks.RedisCost [rounds]}.
 */
public final class RedisCost {

    private static final List<String> COLUMNS = List.of(
            "one at a time",
            "single",
            "refused",
            "steady",
            "16 in a call",
            "64 in a call",
            "commands",
            "commands of 16",
            "bytes/key");
    private static final List<String> LOG_COLUMNS = List.of("single", "refused", "commands", "bytes/entry");
    private static final List<String> SIGN_IN_COLUMNS = List.of("µs", "commands");
    private static final int[] LOGS = {10, 100, 1_000, 10_000};
    private static final int USED = 100;
    private static final int CALLERS = 256;

    /** So few that all are asked for within the ten seconds for which a recorded call is meant. */
    private static final int PRICED_CALLS = 1_000;

    private static final int MANY_CALLERS = 20_000;
    private static final int FEW_ENTRIES = 2;
    private static final int SOME_ENTRIES = 12;

    private final RedisProcess redis;
    private final RedisMeter meter;
    private final int rounds;
    private final Map<String, List<double[]>> measured = new LinkedHashMap<>();

    private RedisCost(RedisProcess redis, RedisMeter meter, int rounds) {
        this.redis = redis;
        this.meter = meter;
        this.rounds = rounds;
    }

    /** Measures, prints tables, and leaves them as results. */
    public static void main(String[] args) throws Exception {
        try (RedisProcess redis = RedisProcess.start();
                RedisMeter meter = new RedisMeter(redis)) {
            RedisCost cost = new RedisCost(redis, meter, args.length > 0 ? Integer.parseInt(args[0]) : 5);
            cost.algorithms();
            cost.logs();
            cost.memory();
            cost.signIns();
            cost.reservations();
            cost.leave("redis-sign-in", "Inside Redis, µs CPU of what begins and ends", SIGN_IN_COLUMNS);
            Flood.print(redis, redis.uri());
        }
    }

    private void algorithms() throws IOException, InterruptedException {
        Map<String, AlgorithmCalls> calls = new LinkedHashMap<>();
        for (Algorithm algorithm : Algorithm.values()) {
            calls.put(algorithm.configName(), AlgorithmCalls.record(redis, algorithm, USED));
        }
        RecordedCall ping = new RecordedCall("*1\r\n$4\r\nPING\r\n".getBytes(US_ASCII));
        double nan = Double.NaN;
        for (int i = 0; i <= rounds; i++) {
            note(i, "PING", meter.alone(ping, 1), meter.ping(ping), nan, nan, nan, nan, 0, 0, nan);
            for (Map.Entry<String, AlgorithmCalls> entry : calls.entrySet()) {
                note(i, entry.getKey(), entry.getValue().figures(meter, CALLERS));
            }
        }
        leave("redis-cost", "Inside Redis, µs CPU per decision", COLUMNS);
    }

    private void logs() throws IOException, InterruptedException {
        Map<Integer, AlgorithmCalls> calls = new LinkedHashMap<>();
        for (int log : LOGS) {
            calls.put(log, AlgorithmCalls.record(redis, Algorithm.SLIDING_LOG, log));
        }
        for (int i = 0; i <= rounds; i++) {
            for (int log : LOGS) {
                note(i, String.format("log of %,d", log), calls.get(log).ofOneLog(meter));
            }
        }
        leave("redis-logs", "Inside Redis, a sliding log by its length", LOG_COLUMNS);
    }

    /** Of many short logs, by what Redis says it has taken. */
    private void memory() throws IOException, InterruptedException {
        AlgorithmCalls calls = AlgorithmCalls.record(redis, Algorithm.SLIDING_LOG, USED);
        meter.forget();
        long empty = meter.usedMemory();
        double few = calls.bytesWith(meter, FEW_ENTRIES, MANY_CALLERS, empty);
        double some = calls.bytesWith(meter, SOME_ENTRIES, MANY_CALLERS, empty);
        double entry = (some - few) / (SOME_ENTRIES - FEW_ENTRIES);
        note(1, "a short sliding log", few - FEW_ENTRIES * entry, entry);
        leave("redis-memory", "Memory of Redis, bytes", List.of("per key", "per entry"));
    }

    /** What {@code signin.*} asks of Redis: a limit, and lockouts of a name with an address, of an address, and of a name. */
    private void signIns() throws IOException {
        List<String> rules = new ArrayList<>(
                List.of("limit.login.rate=1000000/1h", "limit.login.path=/login", "limit.login.key=principal"));
        for (String lockout : SignIn.RULES) {
            rules.add("lockout." + lockout + ".path=/login");
            rules.add("lockout." + lockout + ".steps=3/1h lock 1m, 10/1d lock 15m x2 max 24h");
            rules.add("lockout." + lockout + ".key=principal");
            rules.add("lockout." + lockout + ".failure=status:401");
            rules.add("lockout." + lockout + ".success=status:204");
        }
        try (Recordings wrong = new Recordings(redis, rules, SignIn::fail);
                Recordings right = new Recordings(redis, rules, SignIn::succeed)) {
            RecordedCall begin = wrong.single();
            RecordedCall fail = wrong.last();
            RecordedCall beginAgain = right.single();
            RecordedCall succeed = right.last();
            for (int i = 0; i <= rounds; i++) {
                meter.forget();
                price(i, "a sign-in begins: a limit, three lockouts", begin);
                price(i, "its password was wrong", fail);
                meter.forget();
                meter.each(beginAgain, PRICED_CALLS);
                price(i, "its password was right", succeed);
            }
        }
    }

    /** What is not known when it begins: an answer of a model, by its tokens. */
    private void reservations() throws IOException {
        List<String> rules = List.of("limit.page.rate=1000000/1h", "limit.page.lease=off");
        try (Recordings recordings = new Recordings(redis, rules, RedisCost::reserve)) {
            RecordedCall begin = recordings.single();
            RecordedCall settle = recordings.last();
            for (int i = 0; i <= rounds; i++) {
                meter.forget();
                price(i, "100 permits are reserved", begin);
                price(i, "60 of them are used", settle);
            }
        }
    }

    private static void reserve(Guard guard, String caller) {
        try (Reservation reserved = guard.limiter("page").reserve(Key.of(caller), 100)) {
            reserved.settle(60);
        }
    }

    private void price(int round, String name, RecordedCall call) throws IOException {
        RedisMeter.Price price = meter.each(call, PRICED_CALLS);
        note(round, name, price.micros(), price.commands());
    }

    /** The first round is for warming up. */
    private void note(int round, String name, double... figures) {
        if (round > 0) {
            measured.computeIfAbsent(name, any -> new ArrayList<>()).add(figures);
        }
    }

    private void leave(String file, String title, List<String> columns) throws IOException {
        ResultTable table = new ResultTable(file, title, columns);
        measured.forEach(table::addMedians);
        measured.clear();
        table.print();
        table.write();
    }

    /** Asks about a caller by one limit. */
    static void ask(Guard guard, String caller) {
        guard.limiter("page").tryAcquire(Key.of(caller));
    }
}
