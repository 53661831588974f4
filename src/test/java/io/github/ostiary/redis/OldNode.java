package io.github.ostiary.redis;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a node says that has not been updated yet: the script as it was, and the words it understood. */
final class OldNode {

    private static final List<String> MODULES = List.of(
            "key-clock",
            "packed",
            "level",
            "sliding-log",
            "fixed-window",
            "sliding-window",
            "token-bucket",
            "leaky-bucket",
            "leases",
            "lockout-policy",
            "known-networks",
            "lockout");

    final List<String> keys = new ArrayList<>();
    final List<String> arguments = new ArrayList<>();

    OldNode(String prefix, Operation operation, List<Charge> charges) {
        arguments.add(operation.name().toLowerCase(Locale.ROOT));
        arguments.add(Integer.toString(charges.size()));
        for (Charge charge : charges) {
            Limit limit = charge.limit();
            keys.add(ScriptCall.key(prefix, charge));
            arguments.add(String.valueOf(charge.letter()));
            arguments.add(Long.toString(limit.rate().permits()));
            arguments.add(Long.toString(limit.rate().windowMicros()));
            arguments.add(Long.toString(limit.minIntervalMicros()));
            arguments.add(Long.toString(charge.permits()));
            arguments.add("-" + (limit.countDenied() ? "c" : "") + (limit.shadow() ? "s" : "")
                    + (limit.tuning().byInterval() ? "i" : ""));
            arguments.add(Long.toString(limit.capacity()));
            arguments.add(Long.toString(
                    limit.algorithm() == Algorithm.SLIDING_WINDOW
                            ? limit.tuning().precisionMicros()
                            : limit.tuning().initial()));
            arguments.add(Long.toString(charge.waitMicros()));
        }
    }

    /** As it was on 22 November 2026, without its clock. */
    static String script() {
        StringBuilder script = new StringBuilder(file("modules"));
        for (String module : MODULES) {
            script.append("modules['" + module + "'] = function()\n" + file(module) + "end\n");
        }
        return script.append(file("decide")).toString();
    }

    private static String file(String name) {
        try (InputStream in = OldNode.class.getResourceAsStream("/old-script/" + name + ".lua")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
