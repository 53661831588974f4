package io.github.ostiary.testing;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** Guards by the blocks of a page, word for word, on the local store; calls, and how the application answered them. */
public abstract class RecipeFixture {

    protected static final String ELSEWHERE = "198.18.0.9";

    protected final ManualTimeSource time = new ManualTimeSource();
    protected final List<Guard> guards = new ArrayList<>();

    protected Guard recipe(String heading) {
        return recipe(heading, Map.of());
    }

    protected Guard recipe(String heading, Map<String, String> changes) {
        return guard(Page.recipe(heading), changes);
    }

    protected Guard guard(Page.Block block, Map<String, String> changes) {
        Map<String, String> properties = new TreeMap<>(block.properties());
        properties.putAll(changes);
        GuardBuilder builder = GuardBuilder.create();
        properties.forEach(builder::property);
        if (!properties.containsKey("redis.uri") || properties.containsValue("local")) {
            builder.timeSource(time);
        }
        guards.add(builder.build());
        return guards.get(guards.size() - 1);
    }

    @AfterEach
    void close() {
        guards.forEach(Guard::close);
    }

    protected static TestCall get(String path) {
        return new TestCall("GET", path);
    }

    protected static TestCall post(String path) {
        return new TestCall("POST", path);
    }

    /** A request from its arrival to its end, decided where its rules say. */
    protected static Decision first(Guard guard, CallContext call) {
        return ended(Entering.of(guard).enter(call, Position.FIRST));
    }

    protected static Decision last(Guard guard, CallContext call) {
        return ended(Entering.of(guard).enter(call, Position.LAST));
    }

    protected static Decision ended(PendingAdmission admission) {
        try {
            admission.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        admission.end();
        return admission.decision();
    }

    /** How many of so many calls are let in. */
    protected static long admitted(int calls, Guard guard, CallContext call) {
        return IntStream.range(0, calls)
                .filter(i -> first(guard, call).allowed())
                .count();
    }

    /** How many of so many answers come about before attempts are denied. */
    protected static long looked(int attempts, Guard guard, CallContext call, int status, @Nullable String location) {
        return IntStream.range(0, attempts)
                .filter(i -> answered(guard, call, status, location, false))
                .count();
    }

    protected static boolean answered(
            Guard guard, CallContext call, int status, @Nullable String location, boolean sessionRenewed) {
        PendingAdmission admission = Entering.of(guard).enter(call, Position.FIRST);
        boolean allowed = admission.decision().allowed();
        admission.end(new CallOutcome(
                OptionalInt.of(status),
                Optional.ofNullable(location),
                new Seen(sessionRenewed),
                Optional.empty(),
                true,
                false,
                call));
        return allowed;
    }

    protected record Seen(boolean sessionRenewed) implements CallOutcome.Answer {}

    protected static TestCall signIn(String name, String address) {
        return post("/login").param("username", name).from(address);
    }

    /** A bean's call behind the filter. */
    public record BeanCall(TestCall request, List<String> arguments) implements CallContext {

        @Override
        public Optional<String> path() {
            return request.path();
        }

        @Override
        public Optional<String> peer() {
            return request.peer();
        }

        @Override
        public @Nullable Object argument(String name) {
            return arguments.get(Integer.parseInt(name));
        }
    }
}
