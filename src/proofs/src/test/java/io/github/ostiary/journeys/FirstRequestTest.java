package io.github.ostiary.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.setup.CurrentCall;
import io.github.ostiary.testing.RedisServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the first callers of an application wait for: nothing that could have been done when it was deployed. */
class FirstRequestTest {

    @Test
    void anAdmittedRequestLoadsNoClassOfOurs() throws Exception {
        assertThat(loadedByFirstRequest("LimitedRequest", "")).isEmpty();
    }

    @Test
    void norDoesOneThatIsCountedInRedis() throws Exception {
        assertThat(loadedByFirstRequest("SharedRequest", RedisServer.shared().uri()))
                .isEmpty();
    }

    @Test
    void rehearsingLeavesNoCallBehind() {
        FakeApplication application = new FakeApplication("limit.api.path=/api/*", "limit.api.rate=3/1h");
        assertThat(CurrentCall.get().peer()).isEmpty();
        application.close();
    }

    private static List<String> loadedByFirstRequest(String journey, String redis) throws Exception {
        TracingClassLoader loader = new TracingClassLoader(false);
        Object made = loader.loadClass(FirstRequestTest.class.getPackageName() + "." + journey)
                .getDeclaredConstructor(String.class, String.class)
                .newInstance(redis, "1000000/1h");
        try (AutoCloseable end = (AutoCloseable) made) {
            Map<String, Thread> deployed = loader.loaded();
            ((Runnable) made).run();
            Map<String, Thread> served = loader.loaded();
            assertThat(deployed).containsKey("io.github.ostiary.engine.Engine");
            // What threads in the background load meanwhile no caller waits for.
            return served.keySet().stream()
                    .filter(name -> TracingClassLoader.isOurs(name)
                            && !deployed.containsKey(name)
                            && served.get(name) == Thread.currentThread())
                    .toList();
        }
    }
}
