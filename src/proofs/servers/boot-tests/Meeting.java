package boottests;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.MockMvc;

/** What requests through MockMvc meet, in whatever kind of test: that the application's guard meets, and as often. */
abstract class Meeting {

    @Autowired
    MockMvc mvc;

    private void meets(String path, int admitted) throws Exception {
        for (int i = 0; i < admitted; i++) {
            mvc.perform(get(path)).andExpect(status().isOk());
        }
        mvc.perform(get(path)).andExpect(status().isTooManyRequests());
    }

    @Test
    void aRuleInPlace() throws Exception {
        meets("/text?phone=1", 3);
        meets("/text?phone=2", 3);
    }

    @Test
    void aRuleOnAPath() throws Exception {
        meets("/page", 2);
    }

    @Test
    void aRuleOnWhoHasSignedIn() throws Exception {
        for (String name : new String[] {"alice", "bob"}) {
            mvc.perform(get("/mine").principal(() -> name)).andExpect(status().isOk());
            mvc.perform(get("/mine").principal(() -> name)).andExpect(status().isTooManyRequests());
        }
    }

    @Test
    void aRuleThatTheApplicationAsks() throws Exception {
        mvc.perform(get("/asked")).andExpect(content().string("true"));
        mvc.perform(get("/asked")).andExpect(content().string("false"));
    }
}
