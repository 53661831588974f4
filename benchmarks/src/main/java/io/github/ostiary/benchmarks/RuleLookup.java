package io.github.ostiary.benchmarks;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.Position;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What a request costs the filter, by the number of rules that are declared: it must not grow. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class RuleLookup {

    private record Request(String target) implements CallContext {

        @Override
        public Optional<String> path() {
            return Optional.of(target);
        }

        @Override
        public Optional<String> method() {
            return Optional.of("POST");
        }

        @Override
        public Optional<String> peer() {
            return Optional.of("203.0.113.7");
        }
    }

    /** How many rules are declared. */
    @Param({"1", "10", "50", "200"})
    public int rules;

    private final CallContext matching = new Request("/area0/topics/17");
    private final CallContext other = new Request("/static/topics/17");
    private Guard guard;

    /** One rule per area of the application. */
    @Setup
    public void setUp() {
        Guard.Builder builder = Guard.builder();
        for (int i = 0; i < rules; i++) {
            builder.limit("area" + i, "1000000/1ms")
                    .property("limit.area" + i + ".path", "/area" + i + "/*")
                    .property("limit.area" + i + ".methods", "POST");
        }
        guard = builder.build();
    }

    /** Closes the guard. */
    @TearDown
    public void tearDown() {
        guard.close();
    }

    /** One rule matches, and admits. */
    @Benchmark
    public Decision oneMatches() {
        return Entrance.of(guard).call(matching, Position.FIRST, new MetRules(), Entered.AT_ONCE);
    }

    /** No rule is about this path. */
    @Benchmark
    public Decision noneMatches() {
        return Entrance.of(guard).call(other, Position.FIRST, new MetRules(), Entered.AT_ONCE);
    }
}
