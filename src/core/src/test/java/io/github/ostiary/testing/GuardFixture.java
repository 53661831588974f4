package io.github.ostiary.testing;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

/** A guard on the local store, configured by lines of a properties file, its clock in the test's hand. */
public abstract class GuardFixture {

    public final ManualTimeSource time = new ManualTimeSource();
    public Guard guard;

    public void given(String... lines) {
        GuardBuilder builder = GuardBuilder.create().timeSource(time);
        for (String line : lines) {
            String[] pair = line.split("=", 2);
            builder.property(pair[0], pair[1]);
        }
        guard = builder.build();
    }

    @AfterEach
    void close() {
        if (guard != null) {
            guard.close();
        }
    }

    public Decision hit(CallContext call) {
        return Entering.of(guard).enter(call, Position.FIRST).decision();
    }

    public static final CallContext UNREADABLE = new CallContext() {

        @Override
        public Optional<String> path() {
            return Optional.of("/");
        }

        @Override
        public Optional<String> peer() {
            return Optional.of("1.2.3.4");
        }

        @Override
        public List<String> parameters(String name) {
            throw new MalformedCallException("the query cannot be read");
        }
    };

    public static TestCall get(String path) {
        return new TestCall("GET", path);
    }
}
