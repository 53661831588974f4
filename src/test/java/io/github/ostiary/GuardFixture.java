package io.github.ostiary;

import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.TestCall;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

/** A guard on the local store, configured by lines of a properties file, its clock in the test's hand. */
abstract class GuardFixture {

    final ManualTimeSource time = new ManualTimeSource();
    Guard guard;

    void given(String... lines) {
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

    Decision hit(CallContext call) {
        return guard.enter(call, Position.FIRST).decision();
    }

    static final CallContext UNREADABLE = new CallContext() {

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

    static TestCall get(String path) {
        return new TestCall("GET", path);
    }
}
