package io.github.ostiary.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Servers in front hand on attributes of their own, as texts: nobody passes by one that is called like our note. */
class ForeignDenialRecordTest {

    @Test
    void aTextUnderOurNameIsNoNoteOfOurs() {
        FakeApplication application =
                new FakeApplication("limit.api.path=/api/*", "limit.api.rate=2/1h", "limit.api.key=ip");
        try {
            FakeResponse response = new FakeResponse();
            int[] statuses = new int[3];
            for (int i = 0; i < statuses.length; i++) {
                FakeRequest request = application.request("GET", "/api/posts");
                request.bears("io.github.ostiary.decided:", "BOTH");
                application.serve(request, response, (asked, answer) -> {});
                statuses[i] = response.getStatus();
            }
            assertThat(statuses).containsExactly(200, 200, 429);
        } finally {
            application.close();
        }
    }
}
