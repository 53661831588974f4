package io.github.ostiary.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Holds what the quota headers of a request allocate to a bound: most requests carry them, and a decision takes less. */
class HeaderGarbageTest {

    private static final long BYTES = 150;

    @Test
    void ofARequestThatMayGoOn() {
        long none = bytes("headers=none");
        long draft = bytes("headers=draft-11");
        assertThat(draft - none).isBetween(1L, BYTES);
    }

    private static long bytes(String headers) {
        FakeApplication application =
                new FakeApplication(headers, "limit.api.path=/api/*", "limit.api.rate=1000000/1m", "limit.api.key=ip");
        try {
            FakeRequest request = application.request("GET", "/api/posts");
            FakeResponse response = new FakeResponse();
            return AllocatedBytes.of(() -> application.serve(request, response, (asked, answer) -> {}));
        } finally {
            application.close();
        }
    }
}
