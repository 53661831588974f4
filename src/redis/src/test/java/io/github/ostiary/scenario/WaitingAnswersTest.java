package io.github.ostiary.scenario;

import static io.github.ostiary.scenario.LockoutsTogetherTest.answered;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.LockState;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.TestCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is decided about an answer to a challenge never decides about its attempt: AnsweringAdmission, ReservedAnswer, RequestHead. */
@Tag("slow")
class WaitingAnswersTest {

    static final int THRESHOLD = 3;
    private static final long BOUND_SECONDS = 60;
    private static final String[] RULES = rules(Captcha.class);

    private static volatile CountDownLatch verified = new CountDownLatch(0);
    private static volatile CountDownLatch verifying = new CountDownLatch(0);
    private static final AtomicInteger ASKED = new AtomicInteger();
    private static final Set<String> THREADS = ConcurrentHashMap.newKeySet();

    /** Takes as long as the test says; knows one right answer, once; breaks when a caller says so. */
    public static final class Captcha implements ChallengeVerifier {

        private static final Set<String> USED = ConcurrentHashMap.newKeySet();

        @Override
        public boolean isAnswered(CallContext call) {
            return !call.parameters("captcha").isEmpty();
        }

        @Override
        public boolean verify(CallContext call) throws Exception {
            ASKED.incrementAndGet();
            THREADS.add(Thread.currentThread().getName());
            CountDownLatch gate = verified; // the test makes another one as soon as it has heard
            verifying.countDown();
            if (!gate.await(BOUND_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the test has forgotten a verifier");
            }
            String answer = call.parameters("captcha").get(0);
            switch (answer) {
                case "exception" -> throw new IllegalStateException("the captcha service is down");
                case "error" -> throw new AssertionError("a bug of the application's");
                default -> {
                    return answer.equals("right") && USED.add(answer);
                }
            }
        }
    }

    @BeforeEach
    void begin() {
        verified = new CountDownLatch(0);
        verifying = new CountDownLatch(0);
        ASKED.set(0);
        THREADS.clear();
        Captcha.USED.clear();
    }

    /** A lockout that asks for an answer after three failures, with what checks the answers, and more lines. */
    static String[] rules(Class<? extends ChallengeVerifier> verifier, String... more) {
        List<String> all = new ArrayList<>(List.of(
                "lockout.login.path=/login",
                "lockout.login.key=param:user+ip",
                "lockout.login.failure=status:401",
                "lockout.login.success=status:200",
                "lockout.login.steps=" + THRESHOLD + "/1h challenge, 10/1d lock 15m",
                "lockout.login.wait=30s",
                "maxWaiting=1000",
                "lockout.login.challenge.attempts=3",
                "lockout.login.challenge.verifier=" + verifier.getName()));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    static TestCall login(String captcha) {
        return new TestCall("POST", "/login").param("user", "bob").param("captcha", captcha);
    }

    static PendingAdmission enter(Guard guard, CallContext call) {
        return Entering.of(guard).enter(call, Position.FIRST);
    }

    static void pend(Nodes nodes) {
        for (int i = 0; i < THRESHOLD; i++) {
            TestCall wrong = new TestCall("POST", "/login").param("user", "bob");
            PendingAdmission admission = enter(nodes.node(i), wrong);
            assertThat(admission.decision().allowed()).isTrue();
            admission.end(answered(401, wrong));
        }
    }

    /** Looks at the password, which is wrong, of each that is let in; says whether it was. */
    private static boolean looked(PendingAdmission admission, CallContext call) throws InterruptedException {
        admission.await();
        boolean allowed = admission.decision().allowed();
        if (allowed) {
            admission.end(answered(401, call));
        } else {
            admission.end();
        }
        return allowed;
    }

    static Callable<Boolean> post(Guard guard, String captcha) {
        return () -> {
            TestCall call = login(captcha);
            return looked(enter(guard, call), call);
        };
    }

    private static LockState state(Nodes nodes) {
        return nodes.node(0).lockouts("login").state(nodes.node(0).keyFor("login", login("")));
    }

    private static int lookedAt(List<Future<Boolean>> posts) throws Exception {
        int looked = 0;
        for (Future<Boolean> post : posts) {
            looked += post.get(BOUND_SECONDS, TimeUnit.SECONDS) ? 1 : 0;
        }
        return looked;
    }

    /** How many passwords are looked at when these answers are being verified while a hundred wrong ones arrive. */
    private static int lookedAtBehind(Nodes nodes, List<String> slow) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            verified = new CountDownLatch(1);
            verifying = new CountDownLatch(slow.size());
            List<Future<Boolean>> posts = new ArrayList<>();
            for (int i = 0; i < slow.size(); i++) {
                posts.add(threads.submit(post(nodes.node(i), slow.get(i))));
            }
            assertThat(verifying.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 100; i++) {
                TestCall call = login(slow.get(0).equals("right") ? "garbage" : slow.get(0));
                PendingAdmission admission = enter(nodes.node(i), call);
                posts.add(threads.submit(() -> looked(admission, call)));
            }
            verified.countDown();
            return lookedAt(posts);
        } finally {
            verified.countDown();
            threads.shutdownNow();
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void oneRightAnswerAmongSlowOnesOpensNoMoreThanItsOwnStep(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            pend(nodes);
            int looked = lookedAtBehind(nodes, List.of("right", "garbage", "garbage"));
            assertThat(looked).isLessThanOrEqualTo(THRESHOLD + 1);
            assertThat(state(nodes).failures()).isLessThanOrEqualTo(2 * THRESHOLD + 1);
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void slowWrongAnswersOpenNothing(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            pend(nodes);
            assertThat(lookedAtBehind(nodes, List.of("garbage", "garbage", "garbage")))
                    .isZero();
            assertThat(state(nodes).failures()).isEqualTo(THRESHOLD);
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void aVerifierThatThrowsOpensNothing(int onRedis) throws Exception {
        for (String thrown : List.of("exception", "error")) {
            try (Nodes nodes = Nodes.of(onRedis, RULES)) {
                pend(nodes);
                assertThat(lookedAtBehind(nodes, List.of(thrown, thrown, thrown)))
                        .as(thrown)
                        .isZero();
                assertThat(state(nodes).wrongChallenges()).isZero();
                assertThat(state(nodes).inFlight()).isZero();
                assertThat(post(nodes.node(0), "right").call()).isTrue();
            }
            Captcha.USED.clear();
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void fortyAnswersAtOnceAreEachVerified(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            pend(nodes);
            List<Boolean> looked = Crowd.of(40, i -> post(nodes.node(i), i == 20 ? "right" : "garbage"));
            assertThat(looked.stream().filter(each -> each).count()).isLessThanOrEqualTo(THRESHOLD + 1);
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void fortyWrongAnswersAtOnceOpenNothing(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            pend(nodes);
            List<Boolean> looked = Crowd.of(40, i -> post(nodes.node(i), "garbage"));
            assertThat(looked).containsOnly(false);
            assertThat(ASKED.get()).isLessThanOrEqualTo(3);
        }
    }

    /** As an edge does it that keeps no thread: it goes on, on a thread of its own, whenever the call is ready. */
    private static void follow(PendingAdmission admission, ExecutorService threads, Runnable decided) {
        if (admission.isWaiting()) {
            admission.whenReady(() -> threads.execute(() -> {
                admission.goOn();
                follow(admission, threads, decided);
            }));
        } else {
            decided.run();
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void answersThatWaitWithoutAThreadAreVerifiedOnTheThreadsOfTheirCalls(int onRedis) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            pend(nodes);
            verified = new CountDownLatch(1);
            verifying = new CountDownLatch(3);
            List<Future<Boolean>> slow = new ArrayList<>();
            for (String answer : List.of("right", "garbage", "garbage")) {
                slow.add(threads.submit(post(nodes.node(0), answer)));
            }
            assertThat(verifying.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
            AtomicInteger looked = new AtomicInteger();
            CountDownLatch all = new CountDownLatch(100);
            for (int i = 0; i < 100; i++) {
                TestCall call = login("garbage");
                PendingAdmission admission = enter(nodes.node(i), call);
                assertThat(admission.isWaiting()).isTrue();
                assertThat(admission.decision().allowed()).isFalse();
                follow(admission, threads, () -> {
                    looked.addAndGet(admission.decision().allowed() ? 1 : 0);
                    admission.end(answered(401, call));
                    all.countDown();
                });
            }
            verified.countDown();
            assertThat(all.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(looked.get() + lookedAt(slow)).isLessThanOrEqualTo(THRESHOLD + 1);
            assertThat(THREADS).as("the threads that wake others").noneMatch(name -> name.startsWith("ostiary"));
            assertThat(state(nodes).inFlight()).isZero();
        } finally {
            verified.countDown();
            threads.shutdownNow();
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void anAnswerThatIsGivenUpIsNotVerifiedAndHoldsNothing(int onRedis) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            pend(nodes);
            verified = new CountDownLatch(1);
            verifying = new CountDownLatch(3);
            List<Future<Boolean>> slow = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                slow.add(threads.submit(post(nodes.node(0), "exception")));
            }
            assertThat(verifying.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
            PendingAdmission waiting = enter(nodes.node(0), login("right"));
            CountDownLatch decided = new CountDownLatch(1);
            waiting.whenDecided(decided::countDown);
            waiting.giveUp();
            waiting.goOn();
            assertThat(decided.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(waiting.isWaiting()).isFalse();
            assertThat(waiting.holdsAnything()).isFalse();
            assertThat(waiting.decision().reason()).isEqualTo(Reason.BUSY);
            verified.countDown();
            assertThat(lookedAt(slow)).isZero();
            assertThat(ASKED).hasValue(3);
            assertThat(post(nodes.node(0), "right").call()).isTrue();
        } finally {
            verified.countDown();
            threads.shutdownNow();
        }
    }

    /** The caller hangs up while its answer is being verified: what the right answer would have begun is given back. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void whoeverEndsWhileVerifyingLeavesNoAttempt(int onRedis) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            pend(nodes);
            verified = new CountDownLatch(1);
            verifying = new CountDownLatch(3);
            List<Future<Boolean>> slow = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                slow.add(threads.submit(post(nodes.node(0), "exception")));
            }
            assertThat(verifying.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
            CountDownLatch first = verified;
            PendingAdmission waiting = enter(nodes.node(0), login("right"));
            verified = new CountDownLatch(1);
            verifying = new CountDownLatch(1);
            first.countDown();
            lookedAt(slow);
            Future<?> going = threads.submit(waiting::awaitDecision);
            assertThat(verifying.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
            waiting.end();
            verified.countDown();
            going.get(BOUND_SECONDS, TimeUnit.SECONDS);
            assertThat(state(nodes).inFlight()).isZero();
            assertThat(state(nodes).failures()).isEqualTo(THRESHOLD);
        } finally {
            verified.countDown();
            threads.shutdownNow();
        }
    }
}
