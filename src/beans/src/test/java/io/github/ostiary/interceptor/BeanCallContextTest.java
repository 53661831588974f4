package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.RateLimit;
import io.github.ostiary.testing.TestCall;
import javax.naming.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whom a bean's call takes its caller from, where the platform says that Erin calls, who is an admin. */
class BeanCallContextTest {

    private static final CallContext NO_REQUEST = new CallContext() {};

    @BeforeEach
    void erinCalls() {
        System.setProperty(Context.URL_PKG_PREFIXES, "io.github.ostiary.testing.naming");
    }

    @AfterEach
    void nobodyCalls() {
        System.clearProperty(Context.URL_PKG_PREFIXES);
    }

    @Test
    void without_a_request_from_the_platform() {
        assertThat(call(NO_REQUEST).principal()).contains("erin");
        assertThat(call(NO_REQUEST).inRole("admin")).isTrue();
    }

    @Test
    void a_request_is_believed_even_if_it_knows_nobody() {
        assertThat(call(new TestCall("GET", "/posts")).principal()).isEmpty();
        assertThat(call(new TestCall("GET", "/posts")).inRole("admin")).isFalse();
        assertThat(call(new TestCall("GET", "/posts").as("bob")).principal()).contains("bob");
    }

    private static BeanCallContext call(CallContext request) {
        try {
            JakartaCall errand = new JakartaCall(new Invocation(new Errand(), "run"));
            return new BeanCallContext(errand, request, LimitedMethod.of(Errand.class.getMethod("run"), Errand.class));
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    /** A bean. */
    public static class Errand {

        @RateLimit("errand")
        public void run() {}
    }
}
