package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.LockState;
import io.github.ostiary.PlanResolver;
import io.github.ostiary.config.ClassLookup;
import io.github.ostiary.config.ConfigReader;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.config.Problems;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.notice.Events;
import io.github.ostiary.notice.NearLimits;
import io.github.ostiary.notice.Watchers;
import io.github.ostiary.operator.Figures.RuleFigures;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.store.Pace;
import io.github.ostiary.testing.SharedStore;
import io.github.ostiary.testing.SteppedClock;
import io.github.ostiary.testing.TestCall;
import io.github.ostiary.tier.TwoTiers;
import io.github.ostiary.trial.TrialLog;
import io.github.ostiary.watch.Auditing;
import io.github.ostiary.watch.Auditor;
import io.github.ostiary.watch.Counting;
import io.github.ostiary.watch.SignInAdviser;
import io.github.ostiary.watch.StatisticsReporter;
import io.github.ostiary.watch.Trials;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/**
 * A guard by configured rules, on a local store. Its time passes when the test says so, or when the one thread waits; its
 * challenges are verified by the test.
 */
abstract class SteppedGuard {

    static final long SECOND = 1_000_000;

    /** As {@code challenge.verifier} names the one of the test. */
    static final String VERIFIER = "a.Captcha";

    final SteppedClock clock = new SteppedClock();
    final List<Event> heard = new CopyOnWriteArrayList<>();

    /** The answers that were verified. */
    final List<String> verified = new ArrayList<>();

    Runnable whileVerifying = () -> {};
    Tiers tiers;
    Engine engine;
    Events events;
    StatisticsReporter books;
    private final List<StatisticsReporter> opened = new ArrayList<>();

    /** One more who is told. */
    @Nullable
    DecisionListener watcher;

    TrialLog trial = new TrialLog(clock.of(0));

    /** A store that nodes share; from now on decisions are made by it, with a stand-in behind. */
    final SharedStore sharedStore() {
        SharedStore store = new SharedStore(clock.of(0), SharedStore.Listener.NONE, false);
        tiers = new TwoTiers(
                new LocalDenialCache(1_000, clock.of(0)),
                store.line(),
                new LocalStore(1_000, clock.of(0)),
                1,
                Duration.ofSeconds(2),
                clock.of(0),
                null);
        return store;
    }

    void given(String... lines) {
        given(100, lines);
    }

    /** With room for so many who wait. */
    void given(int maxWaiting, String... lines) {
        tiers = new LocalTier(new LocalStore(1_000, clock.of(0)), clock.of(0));
        engine = engine(tiers, maxWaiting, lines);
    }

    Engine engine(Tiers own, int maxWaiting, String... lines) {
        Map<String, String> keys = new HashMap<>();
        for (String line : lines) {
            String[] pair = line.split("=", 2);
            keys.put(pair[0], pair[1]);
        }
        Pace time = clock.of(0);
        Problems problems = new Problems();
        RuleLedger rules = new RuleLedger();
        trial = new TrialLog(time);
        GuardConfig config =
                ConfigReader.read(ConfigSources.of(keys, Map.of(), Map.of()), new Captcha(), rules, problems);
        assertThat(problems.sentences()).isEmpty();
        Counting counting = Counting.ofAll(rules);
        events = new Events(List.of(heard::add));
        ChangeMaker changes = ChangeMaker.of(time);
        Engine made = new Engine(
                new RuleSet(config.rules(), config.access()),
                own,
                config.context().names()::name,
                maxWaiting,
                counting.waits(),
                Watchers.of(
                        List.of(
                                counting,
                                new Trials(trial),
                                new SignInAdviser(trial),
                                new Auditing(Auditor.NONE, changes)),
                        new NearLimits(own, events, time),
                        events,
                        watcher == null ? List.of() : List.of(watcher)),
                changes);
        books = new StatisticsReporter(counting, own, made, events);
        opened.add(books);
        return made;
    }

    /** Knows one right answer, and breaks at another. */
    private final class Captcha implements ChallengeVerifier, ClassLookup {

        @Override
        public boolean isAnswered(CallContext call) {
            List<String> answers = call.parameters("captcha");
            if (answers.contains("unreadable")) {
                throw new IllegalStateException("the form cannot be read");
            }
            return !answers.isEmpty();
        }

        @Override
        public boolean verify(CallContext call) throws Exception {
            String answer = call.parameters("captcha").get(0);
            verified.add(answer);
            whileVerifying.run();
            switch (answer) {
                case "broken" -> throw new IOException("the captcha service is away");
                case "interrupted" -> throw new InterruptedException();
                default -> {
                    return answer.equals("right");
                }
            }
        }

        @Override
        public KeyResolver resolver(String className) {
            throw new IllegalArgumentException(className);
        }

        @Override
        public ChallengeVerifier verifier(String className) {
            return this;
        }

        @Override
        public PlanResolver planResolver(String className) {
            throw new IllegalArgumentException(className);
        }
    }

    @AfterEach
    void close() {
        opened.forEach(StatisticsReporter::close);
        engine.close();
    }

    PendingAdmission enter(CallContext call) {
        return engine.enter(call, Position.FIRST);
    }

    PendingAdmission enter(String path) {
        return enter(get(path));
    }

    /** What a bean asks behind a filter that has let the request in. */
    PendingAdmission behind(PendingAdmission outer, TestCall call, String... rules) {
        return engine.enter(List.of(rules), call.attribute(PendingAdmission.ADMISSIONS, List.of(outer)));
    }

    /** How a name stands at the lockout of that name. */
    LockState state(String lockout, String user) {
        return engine.lockouts(lockout).state(engine.keyFor(lockout, login(user)));
    }

    /** Whether a concurrency has a permit to give; nothing is kept. */
    boolean isFree(String rule, CallContext call) {
        Key key = engine.keyFor(rule, call);
        try (var lease = engine.semaphores(rule).tryEnter(key)) {
            return lease.granted();
        }
    }

    boolean isFree(String rule) {
        return isFree(rule, get("/"));
    }

    RuleFigures figures(String rule) {
        return books.figures().rules().stream()
                .filter(each -> each.rule().equals(rule))
                .findFirst()
                .orElseThrow();
    }

    static TestCall get(String path) {
        return new TestCall("GET", path);
    }

    static TestCall login(String user) {
        return new TestCall("POST", "/login").param("u", user);
    }

    /** An answer of an application that has come back. */
    static CallOutcome answered(int status, CallContext call) {
        return new CallOutcome(OptionalInt.of(status), CallOutcome.Answer.NONE, Optional.empty(), true, false, call);
    }

    /** An answer that is about to leave. */
    static CallOutcome answering(int status, CallContext call) {
        return new CallOutcome(OptionalInt.of(status), CallOutcome.Answer.NONE, Optional.empty(), false, false, call);
    }

    /** What escaped before any answer. */
    static CallOutcome thrown(Throwable cause, CallContext call) {
        return new CallOutcome(OptionalInt.empty(), CallOutcome.Answer.NONE, Optional.of(cause), false, false, call);
    }
}
