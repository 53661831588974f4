package io.github.ostiary.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.Position;
import io.github.ostiary.engine.LocalTier;
import io.github.ostiary.engine.Prospects.Prospect;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.operator.DenialRecord;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.SimulatedGuards;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.SteppedClock;
import io.github.ostiary.testing.TestCall;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When other nodes learn what one has noted, and what the store is asked for that. Time is moved by hand. */
class DenialLogWriterTest {

    private static final long SECOND = 1_000_000;
    private static final long PAUSE = SECOND / 4;

    private final SteppedClock clock = new SteppedClock();
    private final LocalStore data = new LocalStore(10_000, clock.of(0));
    private final Map<String, String> properties = new HashMap<>(Map.of(
            "redis.uri", "redis://127.0.0.1:1",
            "limit.api.rate", "1/1h",
            "limit.api.key", "principal",
            "limit.api.path", "/*",
            "block.bad.ip", "6.6.6.6"));

    /** How many denials each call has put. */
    private final List<Integer> puts = new ArrayList<>();

    private boolean away;

    /** The data behind a line that can be cut for texts. */
    private final Store store = (Store) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, with) -> method.getName().equals("sharedState") ? sharedState() : done(data, method, with));

    private SharedState sharedState() {
        return (SharedState) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {SharedState.class}, (proxy, method, with) -> {
                    boolean denials = with[0] instanceof SharedState.Topic topic
                            && topic.name().equals("explain");
                    if (denials && method.getName().equals("put")) {
                        puts.add(((List<?>) with[1]).size());
                    }
                    if (denials && away) {
                        throw new StoreException("away");
                    }
                    return done(data.sharedState(), method, with);
                });
    }

    private static Object done(Object by, Method method, Object[] with) throws Throwable {
        try {
            return method.invoke(by, with);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private Guard node(int number) {
        return SimulatedGuards.open(properties, clock.of(number), store);
    }

    private static String denied(Guard guard, TestCall call) {
        Decision decision = Entering.of(guard).enter(call, Position.FIRST).decision();
        assertThat(decision).isInstanceOf(Decision.Denied.class);
        String reference = Entrance.of(guard).reference(call, (Decision.Denied) decision);
        assertThat(reference).isNotNull();
        return reference;
    }

    private static TestCall by(String who) {
        return new TestCall("GET", "/posts").as(who);
    }

    private static String deniedOnce(Guard guard, String who) {
        Entering.of(guard).enter(by(who), Position.FIRST).end();
        return denied(guard, by(who));
    }

    private static long times(Guard guard, String reference) {
        return OperatorApi.of(guard)
                .explained(reference)
                .map(DenialRecord::when)
                .orElseThrow()
                .times();
    }

    @Test
    void anotherNodeKnowsItAPauseLater() {
        try (Guard a = node(0);
                Guard b = node(1)) {
            String reference = deniedOnce(a, "bob");
            clock.pass(PAUSE - 1);
            assertThat(OperatorApi.of(b).explained(reference)).isEmpty();
            clock.pass(1);
            assertThat(OperatorApi.of(b).explained(reference))
                    .isEqualTo(OperatorApi.of(a).explained(reference))
                    .isPresent();
            clock.pass(600 * SECOND);
            assertThat(puts).as("nothing else was denied").containsExactly(1);
            String later = deniedOnce(a, "eve");
            clock.pass(PAUSE);
            assertThat(OperatorApi.of(b).explained(later)).isPresent();
        }
    }

    /** What goes on is sent again once a minute. */
    @Test
    void whatGoesOnIsSentAgainOnceAMinute() {
        try (Guard a = node(0);
                Guard b = node(1)) {
            String reference = deniedOnce(a, "bob");
            for (int second = 1; second <= 59; second++) {
                clock.pass(SECOND);
                assertThat(denied(a, by("bob"))).isEqualTo(reference);
            }
            clock.pass(SECOND - 1);
            assertThat(times(b, reference)).isEqualTo(1);
            assertThat(times(a, reference)).isEqualTo(60);
            clock.pass(1);
            assertThat(denied(a, by("bob"))).isEqualTo(reference);
            clock.pass(PAUSE);
            assertThat(times(b, reference)).isEqualTo(61);
            assertThat(puts).containsExactly(1, 1);
        }
    }

    @Test
    void manyAreSentAFewAtATime() {
        try (Guard a = node(0);
                Guard b = node(1)) {
            List<String> references = new ArrayList<>();
            for (int second = 0; second < 3; second++) {
                clock.leap(SECOND);
                for (int i = 0; i < 20; i++) {
                    references.add(deniedOnce(a, "caller" + second + "-" + i));
                }
            }
            clock.pass(0);
            assertThat(puts).containsExactly(25);
            clock.pass(PAUSE);
            assertThat(puts).containsExactly(25, 25);
            clock.pass(PAUSE);
            assertThat(puts).containsExactly(25, 25, 10);
            assertThat(references).doesNotHaveDuplicates().allMatch(reference -> OperatorApi.of(b)
                    .explained(reference)
                    .isPresent());
        }
    }

    /** A store that does not answer is asked every five seconds, and gets all when it does. */
    @Test
    void whatTheStoreMissedIsSentWhenItIsBack() {
        try (Guard a = node(0);
                Guard b = node(1)) {
            away = true;
            String first = deniedOnce(a, "bob");
            clock.pass(PAUSE);
            assertThat(puts).hasSize(1);
            assertThatThrownBy(() -> OperatorApi.of(b).explained(first))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("does not answer");
            assertThat(OperatorApi.of(a).explained(first)).as("this node knows").isPresent();
            String second = deniedOnce(a, "eve");
            clock.pass(5 * SECOND - 1);
            assertThat(puts).hasSize(1);
            clock.pass(PAUSE);
            assertThat(puts).containsExactly(1, 2);
            away = false;
            clock.pass(5 * SECOND + PAUSE);
            assertThat(OperatorApi.of(b).explained(first)).isPresent();
            assertThat(OperatorApi.of(b).explained(second)).isPresent();
            clock.pass(60 * SECOND);
            assertThat(puts).containsExactly(1, 2, 2);
        }
    }

    @Test
    void whatIsLeftIsSentAtTheEnd() {
        try (Guard b = node(1)) {
            List<String> references = new ArrayList<>();
            try (Guard a = node(0)) {
                for (int second = 0; second < 3; second++) {
                    clock.leap(SECOND);
                    for (int i = 0; i < 20; i++) {
                        references.add(deniedOnce(a, "caller" + second + "-" + i));
                    }
                }
            }
            clock.background();
            assertThat(references)
                    .allMatch(
                            reference -> OperatorApi.of(b).explained(reference).isPresent());
        }
    }

    /** Else a node that ends would never end. */
    @Test
    void withoutAnAnswerNothingIsSentAtTheEnd() {
        away = true;
        try (Guard a = node(0)) {
            assertThat(deniedOnce(a, "bob")).isNotNull();
        }
        clock.background();
        assertThat(puts).containsExactly(1);
    }

    /** Ten a second have a reference of their own; who comes beyond shares one, which names none of them. */
    @Test
    void ofAFloodOneReferenceIsSentForAllBeyondTen() {
        try (Guard a = node(0);
                Guard b = node(1)) {
            List<String> references = new ArrayList<>();
            properties.put("explain.max", "100");
            try (Guard small = node(2)) {
                for (int i = 0; i < 30; i++) {
                    references.add(deniedOnce(small, "caller" + i));
                }
                clock.pass(PAUSE);
                assertThat(references.subList(0, 10)).doesNotHaveDuplicates();
                assertThat(references.subList(10, 30)).containsOnly(references.get(10));
                for (Guard node : List.of(small, b)) {
                    DenialRecord shared =
                            OperatorApi.of(node).explained(references.get(10)).orElseThrow();
                    assertThat(shared.shared()).isTrue();
                    assertThat(shared.standings()).isEmpty();
                    assertThat(shared.rule()).isEqualTo("api");
                }
                DenialRecord own =
                        OperatorApi.of(b).explained(references.get(0)).orElseThrow();
                assertThat(own.shared()).isFalse();
                assertThat(own.standings()).hasSize(1);
            }
        }
    }

    /** More callers than are held as they were decided: each is found all the same. */
    @Test
    void ofMoreThanAThousandAtOnceTheCallerIsKnownAtLeast() {
        properties.put("explain.max", "100000");
        try (Guard a = node(0)) {
            List<String> references = new ArrayList<>();
            for (int i = 0; i < 1_100; i++) {
                clock.leap(i == 1_000 ? SECOND : 0);
                references.add(deniedOnce(a, "caller" + i));
            }
            clock.pass(SECOND);
            assertThat(references).doesNotHaveDuplicates();
            for (int i : new int[] {0, 999, 1_000, 1_099}) {
                DenialRecord found =
                        OperatorApi.of(a).explained(references.get(i)).orElseThrow();
                assertThat(found.standings()).singleElement().satisfies(each -> assertThat(
                                each.identity().key())
                        .contains(Key.principal("caller" + references.indexOf(found.reference()))));
                assertThat(found.where().path()).isEqualTo(i < 1_000 ? "/posts" : "");
            }
        }
    }

    /** A node that is alone keeps what it has noted, and lets go of it half a minute after its time at the latest. */
    @Test
    void whatHasEndedLeavesTheMemory() {
        DenialLog.Terms terms = new DenialLog.Terms(
                600 * SECOND, 1_000, "here", call -> call.peer().map(Key::ip), Key::canonical, true, clock.of(0));
        Decision.Denied denied =
                (Decision.Denied) Prospect.denied(Reason.BLOCKED, "bad").decision();
        try (DenialLog log = new DenialLog(terms, new LocalTier(data, clock.of(0)))) {
            for (int i = 0; i < 5; i++) {
                String unused = log.note(by("x").from("6.6.6." + i), denied);
            }
            clock.pass(300 * SECOND);
            String going = log.note(by("x").from("6.6.6.0"), denied);
            clock.pass(299 * SECOND);
            assertThat(log.size()).isEqualTo(5);
            clock.pass(31 * SECOND);
            assertThat(log.size()).isEqualTo(1);
            assertThat(log.explained(going)).isPresent();
            clock.pass(600 * SECOND);
            assertThat(log.size()).isZero();
            assertThat(log.note(by("x").from("6.6.6.0"), denied)).isNotEqualTo(going);
            clock.pass(631 * SECOND);
            assertThat(log.size()).isZero();
        }
    }
}
