package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Guard;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.console.ConsoleVisit.Site;
import io.github.ostiary.console.ConsoleVisit.Visitor;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.setup.GuardEvents;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;

/** The pages of a console without any server, on a guard in this JVM whose clock is in the test's hand. */
abstract class ConsoleFixture {

    static final String TOKEN = "the-token";

    final ManualTimeSource time = new ManualTimeSource();
    String visitor = "grace";
    String application = "/shop";
    Guard guard = GuardBuilder.create().build();
    EventRing events = new EventRing(time);
    ConsolePages pages = new ConsolePages(guard, events);

    final void given(String... lines) {
        boolean redis = List.of(lines).toString().contains("redis.uri=");
        GuardBuilder builder =
                redis ? GuardBuilder.create() : GuardBuilder.create().timeSource(time);
        for (String line : lines) {
            String[] pair = line.split("=", 2);
            builder.property(pair[0], pair[1]);
        }
        given(builder);
    }

    final void given(GuardBuilder builder) {
        guard.close();
        guard = builder.build();
        events = new EventRing(time);
        GuardEvents.subscribe(guard, events);
        pages = new ConsolePages(guard, events);
    }

    @AfterEach
    final void close() {
        guard.close();
    }

    final ConsoleVisit visit(String method, String path, String... parameters) {
        Map<String, List<String>> given = new LinkedHashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            given.computeIfAbsent(parameters[i], name -> new ArrayList<>()).add(parameters[i + 1]);
        }
        return new ConsoleVisit(
                method, path, given, new Site(".", application), new Visitor(visitor, "192.0.2.9"), TOKEN);
    }

    final Reply get(String path, String... parameters) {
        return answer(visit("GET", path, parameters));
    }

    final Reply post(String path, String... parameters) {
        return answer(visit("POST", path, parameters));
    }

    private Reply answer(ConsoleVisit visit) {
        try {
            return pages.answer(visit);
        } catch (IllegalArgumentException | ConfigurationException e) {
            return Refusal.wrong(e).reply(visit);
        }
    }

    /** A page that there is. */
    final String page(String path, String... parameters) {
        Reply reply = get(path, parameters);
        assertThat(reply.status()).as(path).isEqualTo(200);
        return text(reply);
    }

    static String text(Reply reply) {
        return reply.body();
    }
}
