package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.ArrivingCall;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Nodes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is denied already by a rule that needs no body is answered before the body is read; all else is decided together. */
class HeadFirstTest {

    private static final String[] LOGIN = {
        "lockout.login.path=/login",
        "lockout.login.key=param:user",
        "lockout.login.failure=status:401",
        "lockout.login.steps=100/1h lock 1h"
    };

    /** A form of which only the head has arrived, or all of it. */
    private static final class Form implements ArrivingCall {

        private final String address;
        private final boolean arrived;
        private int reads;

        Form(String address, boolean arrived) {
            this.address = address;
            this.arrived = arrived;
        }

        @Override
        public CallContext head() {
            return new FormHead(this);
        }

        @Override
        public Optional<String> path() {
            return Optional.of("/login");
        }

        @Override
        public Optional<String> method() {
            return Optional.of("POST");
        }

        @Override
        public Optional<String> peer() {
            return Optional.of(address);
        }

        @Override
        public List<String> parameters(String name) {
            if (!arrived) {
                throw new AssertionError("the rest of the form never comes");
            }
            reads++;
            return List.of("bob");
        }
    }

    private record FormHead(Form form) implements CallContext {

        @Override
        public Optional<String> path() {
            return form.path();
        }

        @Override
        public Optional<String> method() {
            return form.method();
        }

        @Override
        public Optional<String> peer() {
            return form.peer();
        }

        @Override
        public List<String> parameters(String name) {
            throw new ArrivingCall.NeedsBody();
        }

        @Override
        public boolean mayHideParameter(String name) {
            throw new ArrivingCall.NeedsBody();
        }
    }

    private static String[] with(String... more) {
        String[] all = new String[LOGIN.length + more.length];
        System.arraycopy(LOGIN, 0, all, 0, LOGIN.length);
        System.arraycopy(more, 0, all, LOGIN.length, more.length);
        return all;
    }

    private static final String[] LIMIT =
            with("limit.posts.path=/login", "limit.posts.key=ip", "limit.posts.rate=2/1h");

    private static Decision post(Guard guard, Form form) {
        Admission admission = Entering.of(guard).enter(form, Position.FIRST);
        admission.end();
        return admission.decision();
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void halfAFormFromADeniedAddressIsAnsweredAtOnce(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, LIMIT)) {
            for (int i = 0; i < 4; i++) {
                assertThat(post(nodes.node(0), new Form("1.1.1.1", true)).allowed())
                        .isEqualTo(i < 2);
            }
            assertThat(post(nodes.node(0), new Form("1.1.1.1", false)).reason()).isEqualTo(Reason.RATE_LIMITED);
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void halfAFormFromALockedAddressIsAnsweredAtOnce(int onRedis) {
        try (Nodes nodes = Nodes.of(
                onRedis,
                with(
                        "lockout.net.path=/login",
                        "lockout.net.key=ip",
                        "lockout.net.failure=status:401",
                        "lockout.net.steps=1/1h lock 1h"))) {
            nodes.node(0).lockouts("net").begin(Key.ip("1.1.1.1")).failed();
            assertThat(post(nodes.node(0), new Form("1.1.1.1", true)).reason()).isEqualTo(Reason.LOCKED);
            assertThat(post(nodes.node(0), new Form("1.1.1.1", false)).reason()).isEqualTo(Reason.LOCKED);
        }
    }

    /** Nothing is spent on either key, and a caller who is let in is decided once. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void aDenialBySightOfTheHeadSpendsNothing(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, LIMIT)) {
            Guard guard = nodes.node(0);
            for (int i = 0; i < 6; i++) {
                post(guard, new Form("1.1.1.1", true));
            }
            assertThat(guard.limiter("posts").peek(Key.ip("1.1.1.1")).remaining())
                    .hasValue(0);
            assertThat(guard.lockouts("login").state(guard.keyFor("login", new Form("1.1.1.1", true))))
                    .satisfies(state -> assertThat(state.inFlight()).isZero());
            guard.limiter("posts").reset(Key.ip("1.1.1.1"));
            assertThat(post(guard, new Form("1.1.1.1", true)).allowed()).isTrue();
            assertThat(guard.limiter("posts").peek(Key.ip("1.1.1.1")).remaining())
                    .hasValue(1);
        }
    }

    /** What the body holds may be the answer to the challenge. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void whoMayAnswerAChallengeIsReadFirst(int onRedis) {
        try (Nodes nodes = Nodes.of(
                onRedis,
                with(
                        "lockout.net.path=/login",
                        "lockout.net.key=ip",
                        "lockout.net.failure=status:401",
                        "lockout.net.steps=1/1h challenge",
                        "lockout.net.challenge.verifier=com.example.Captcha"))) {
            nodes.node(0).lockouts("net").begin(Key.ip("1.1.1.1")).failed();
            Form form = new Form("1.1.1.1", true);
            assertThat(post(nodes.node(0), form).reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
            assertThat(form.reads).isPositive();
        }
    }

    /** Where denied attempts count, a caller must not choose by half a form that they do not. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void whereDeniedAttemptsCountTheBodyIsRead(int onRedis) {
        String[] counting = with(
                "limit.posts.path=/login",
                "limit.posts.key=ip",
                "limit.posts.rate=2/1h",
                "limit.names.path=/login",
                "limit.names.key=param:user",
                "limit.names.perIp=none",
                "limit.names.rate=10/1h",
                "limit.names.countDenied=true");
        try (Nodes nodes = Nodes.of(onRedis, counting)) {
            for (int i = 0; i < 5; i++) {
                Form form = new Form("1.1.1.1", true);
                post(nodes.node(0), form);
                assertThat(form.reads).isPositive();
            }
        }
    }
}
