package io.github.ostiary.redis;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The words {@code decide.lua} understands: tickets to KEYS and ARGV, replies to verdicts. */
final class ScriptCall {

    private static final int FIGURES = 6;
    private static final byte[][] FLAGS = {
        bytes("-"), bytes("c"), bytes("s"), bytes("cs"), bytes("i"), bytes("ci"), bytes("si"), bytes("csi")
    };

    final List<byte[]> keys = new ArrayList<>();
    final List<byte[]> arguments = new ArrayList<>();

    /** Everything a caller chose is data: in KEYS as an identity that was digested unless harmless, never in the text. */
    ScriptCall add(String prefix, Operation operation, List<? extends Claim> claims) {
        return add(prefix, operation.name().toLowerCase(Locale.ROOT), claims);
    }

    /** The same for what only one kind's module can do. */
    ScriptCall add(String prefix, String operation, List<? extends Claim> claims) {
        arguments.add(bytes(operation));
        arguments.add(bytes(claims.size()));
        for (int i = 0; i < claims.size(); i++) {
            Claim claim = claims.get(i);
            keys.add(bytes(key(prefix, claim)));
            arguments.add(bytes(String.valueOf(claim.letter())));
            if (claim instanceof Charge charge) {
                add(charge);
            } else if (claim instanceof LeaseClaim entry) {
                add(entry);
            } else if (claim instanceof Reservation reservation) {
                LockoutCodec.add(reservation, arguments);
            }
        }
        return this;
    }

    /** One after the other. */
    void add(ScriptCall other) {
        keys.addAll(other.keys);
        arguments.addAll(other.arguments);
    }

    private void add(Charge charge) {
        Limit limit = charge.limit();
        arguments.add(bytes(limit.rate().permits()));
        arguments.add(bytes(limit.rate().windowMicros()));
        arguments.add(bytes(limit.minIntervalMicros()));
        arguments.add(bytes(charge.permits()));
        arguments.add(flags(limit));
        arguments.add(bytes(limit.capacity()));
        arguments.add(bytes(
                limit.algorithm() == Algorithm.SLIDING_WINDOW
                        ? limit.tuning().precisionMicros()
                        : limit.tuning().initial()));
        arguments.add(bytes(charge.waitMicros()));
    }

    private void add(LeaseClaim entry) {
        arguments.add(bytes(entry.concurrency().permits()));
        arguments.add(bytes(entry.concurrency().leaseMicros()));
        arguments.add(bytes(entry.lease()));
        arguments.add(FLAGS[entry.shadow() ? 2 : 0]);
    }

    private static byte[] flags(Limit limit) {
        return FLAGS[
                (limit.countDenied() ? 1 : 0)
                        + (limit.shadow() ? 2 : 0)
                        + (limit.tuning().byInterval() ? 4 : 0)];
    }

    /** {@code PREFIX:1:{identity}:RULE:Lcounter}: all keys of an identity share a cluster slot. */
    static String key(String prefix, Claim claim) {
        return prefix + ":1:{" + claim.identity() + "}:" + claim.rule() + ":" + claim.letter() + claim.counter();
    }

    /** The verdicts of one decision; none if it has nothing to say of its claims. */
    static List<Verdict> verdicts(Object reply, List<? extends Claim> claims) throws StoreException {
        if (reply instanceof byte[] error) {
            throw RedisErrors.of(new String(error, StandardCharsets.UTF_8));
        }
        List<?> figures = (List<?>) reply;
        List<Verdict> verdicts = new ArrayList<>(figures.size() / FIGURES);
        for (int i = 0; i < figures.size(); i += FIGURES) {
            Claim claim = claims.get(i / FIGURES);
            long reset = figure(figures, i + 3);
            verdicts.add(new Verdict(
                    figure(figures, i) == 1,
                    figure(figures, i + 1),
                    time(figures, i + 2),
                    claim.needsSettling() ? 0 : reset,
                    figure(figures, i + 4),
                    time(figures, i + 5),
                    consequence(claim, reset)));
        }
        return verdicts;
    }

    private static Consequence consequence(Claim claim, long reset) {
        if (claim.needsSettling()) {
            return new Consequence(LockoutCodec.reason(reset), LockoutCodec.news(reset));
        }
        return claim.isHeld() ? Consequence.IN_USE : Consequence.USED_UP;
    }

    private static long figure(List<?> figures, int index) {
        return (Long) figures.get(index);
    }

    private static long time(List<?> figures, int index) {
        long micros = figure(figures, index);
        return micros < 0 ? Verdict.NEVER : micros;
    }

    private static byte[] bytes(long figure) {
        return bytes(Long.toString(figure));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
