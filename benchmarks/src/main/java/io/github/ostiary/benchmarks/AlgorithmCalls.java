package io.github.ostiary.benchmarks;

import io.github.ostiary.Algorithm;
import java.io.IOException;
import java.util.List;

/**
 * What the store sends for one limit, and what that costs.
 *
 * @param used permits that every caller has used before anything is measured
 * @param admitted one decision by a limit that is never used up
 * @param by16 16 of them in a call
 * @param by64 64 of them in a call
 * @param refused one decision by a limit of which nothing is left
 * @param filling many of those in a call
 * @param passing one decision by a limit whose window is short
 */
record AlgorithmCalls(
        int used,
        RecordedCall admitted,
        RecordedCall by16,
        RecordedCall by64,
        RecordedCall refused,
        RecordedCall filling,
        RecordedCall passing) {

    private static final String LONG = "/240h";
    private static final int STEADY_CALLERS = 50;
    private static final int FEW_CALLERS = 8;
    private static final int MANY = 8_192;

    static AlgorithmCalls record(RedisProcess redis, Algorithm algorithm, int used)
            throws IOException, InterruptedException {
        try (Recordings endless = recordings(redis, algorithm, "1000000" + LONG);
                Recordings limited = recordings(redis, algorithm, used + LONG);
                Recordings brief = recordings(redis, algorithm, "1000000/1s")) {
            return new AlgorithmCalls(
                    used,
                    endless.single(),
                    endless.together(16),
                    endless.together(64),
                    limited.single(),
                    limited.together(64),
                    brief.single());
        }
    }

    private static Recordings recordings(RedisProcess redis, Algorithm algorithm, String rate) throws IOException {
        List<String> rules = List.of(
                "limit.page.rate=" + rate, "limit.page.algorithm=" + algorithm.configName(), "onStoreFailure=deny");
        return new Recordings(redis, rules, RedisCost::ask);
    }

    /** Bytes of a caller's key when so many callers have at least so many entries each, all of Redis' taken together. */
    double bytesWith(RedisMeter meter, int entries, int callers, long empty) throws IOException {
        meter.forget();
        meter.send(by64, (entries * callers + by64.names() - 1) / by64.names(), callers);
        return (meter.usedMemory() - empty) / (double) callers;
    }

    /** One at a time, single, refused, steady, 16 in a call, 64 in a call, commands of the first and the fourth, bytes of a key. */
    double[] figures(RedisMeter meter, int callers) throws IOException {
        RedisMeter.Price steady = steady(meter);
        RedisMeter.Price denial = denial(meter, callers);
        double bytes = meter.bytesPerKey();
        RedisMeter.Price single = meter.admitted(admitted, MANY, callers);
        RedisMeter.Price some = meter.admitted(by16, MANY / 16, callers);
        RedisMeter.Price many = meter.admitted(by64, MANY / 64, callers);
        return new double[] {
            meter.alone(admitted, callers),
            single.micros(),
            denial.micros(),
            steady.micros(),
            some.micros(),
            many.micros(),
            single.commands(),
            some.commands(),
            bytes
        };
    }

    /** Single, refused, commands, bytes per entry. */
    double[] ofOneLog(RedisMeter meter) throws IOException {
        RedisMeter.Price denial = denial(meter, FEW_CALLERS);
        double bytes = meter.bytesPerKey();
        RedisMeter.Price single = meter.admitted(admitted, Math.max(FEW_CALLERS, used / 10 * FEW_CALLERS), FEW_CALLERS);
        return new double[] {single.micros(), denial.micros(), single.commands(), bytes / used};
    }

    /** Leaves every caller with everything used. */
    private RedisMeter.Price denial(RedisMeter meter, int callers) throws IOException {
        meter.forget();
        meter.send(filling, (used * callers + filling.names() - 1) / filling.names(), callers);
        return meter.refused(refused, MANY, callers);
    }

    /** Entries leave as fast as others come. */
    private RedisMeter.Price steady(RedisMeter meter) throws IOException {
        meter.forget();
        meter.lasting(passing, STEADY_CALLERS);
        return meter.lasting(passing, STEADY_CALLERS);
    }
}
