package io.github.ostiary.book;

import io.github.ostiary.Guard;
import io.github.ostiary.TimeSource;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.operator.FleetNode.Build;
import io.github.ostiary.operator.FleetNode.Life;
import io.github.ostiary.operator.FleetNode.State;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.SettingInForce;
import io.github.ostiary.setup.WrittenRules;
import io.github.ostiary.text.Digest;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** This node, as it is known to the others: a start of an application on a machine. Thread-safe. */
final class ThisNode {

    private static final int ID = 13;
    private static final int DIGEST = 8;

    private final String id = UUID.randomUUID().toString().substring(0, ID);
    private final String name;
    private final String version = version(Guard.class.getPackage().getImplementationVersion());
    private final Supplier<Figures> figures;
    private final WrittenRules rules;
    private final TimeSource time;
    private final long begunMicros;

    /**
     * It has begun.
     *
     * @param name by which operators know it
     * @param figures of what it has done
     * @param rules in force
     * @param begunMicros when, by that clock, µs
     */
    ThisNode(String name, Supplier<Figures> figures, WrittenRules rules, TimeSource time, long begunMicros) {
        this.name = name;
        this.figures = figures;
        this.rules = rules;
        this.time = time;
        this.begunMicros = begunMicros;
    }

    private static String version(@Nullable String ofJar) {
        return ofJar == null || !ofJar.matches("[A-Za-z0-9._+-]{1,40}") ? "" : ofJar;
    }

    String id() {
        return id;
    }

    /** How it stands, with what it has done. */
    FleetNode now(State state) {
        Duration running = Durations.ofMicros(Math.max(0, time.micros() - begunMicros));
        return new FleetNode(
                id, name, new Build(version, configuration()), new Life(state, running, Duration.ZERO), figures.get());
    }

    /** Tells one configuration from another; nothing in it is secret, since what may be is masked. */
    private String configuration() {
        Stream<SettingInForce> ofRules =
                rules.all().stream().map(RuleInForce::settings).flatMap(List::stream);
        List<String> all = Stream.concat(rules.settings().stream(), ofRules)
                .map(setting -> setting.key() + '=' + setting.value())
                .sorted()
                .toList();
        return Digest.of(String.join("\n", all)).substring(0, DIGEST);
    }
}
