package io.github.ostiary.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ostiary.Key;
import io.github.ostiary.testing.FuzzedText;
import java.util.ArrayList;
import java.util.List;

/**
 * What is asked of the console: each answer is one that is documented, JSON is read back by Jackson with what was asked, and
 * pages hold no mark-up but their own. Tickets nobody issued open nothing.
 */
class ConsoleFuzzTest extends ConsoleFixture {

    private static final List<String> PATHS = List.of(
            "/",
            "/who",
            "/locked",
            "/locked/many",
            "/rules",
            "/events",
            "/trial",
            "/sign-ins",
            "/api/who",
            "/api/locked",
            "/api/events",
            "/api/rules",
            "/api/overrides",
            "/change",
            "/api/lock",
            "/api/unlock",
            "/api/override",
            "/api/reset",
            "/api/credit",
            "/api/unlock-many",
            "/api/remove-override");
    private static final ObjectMapper JSON = new ObjectMapper();

    private boolean built;

    @FuzzTest
    @DictionaryEntries({
        "q",
        "address",
        "key",
        "rule",
        "cursor",
        "network",
        "duration",
        "PT2562047788015215H",
        "value",
        "limit.api.rate",
        "100/1m",
        "lockout.login.steps",
        "192.0.2.0/24",
        "0-0",
        "999-99999999999999999999",
        "login",
        "api",
        "bob",
        "identity",
        "permits",
        "name",
        "do",
        "unlock",
        "lock",
        "reason",
        "before",
        "view",
        "audit",
        "back",
        "\\x0a",
        "<x"
    })
    void everyQuestionHasAnAnswer(byte[] input) throws JsonProcessingException {
        String text = FuzzedText.of(input);
        if (!built) {
            built = true;
            given(
                    "limit.api.rate=100/1m",
                    "limit.api.key=param:u",
                    "limit.api.perIp=none",
                    "lockout.login.steps=2/1h lock 1m",
                    "lockout.login.key=param:u");
        }
        String[] lines = text.split("\n", 12);
        String path = PATHS.get(lines[0].length() % PATHS.size());
        List<String> parameters = new ArrayList<>(List.of("rule", "login", "name", "bob"));
        for (int i = 1; i + 1 < lines.length; i += 2) {
            parameters.add(lines[i]);
            parameters.add(lines[i + 1]);
        }
        String[] asked = parameters
                .subList(lines.length % 2 == 0 ? 0 : 4, parameters.size())
                .toArray(String[]::new);
        answer(path, get(path, asked), text);
        answer(path, post(path, asked), text);
        key(text);
        assertFalse(new Tickets(() -> new byte[32], time).isValid(text, Tickets.FORM, "grace"));
    }

    private static void answer(String path, Reply reply, String asked) throws JsonProcessingException {
        assertTrue(
                List.of(200, 303, 400, 404, 405, 409, 503).contains(reply.status()), () -> path + " " + reply.status());
        if (path.startsWith("/api/") && reply.body().startsWith("{")) {
            JSON.readTree(reply.body());
        } else {
            assertFalse(asked.contains("<x") && reply.body().contains("<x"), "mark-up of the caller's");
        }
        assertFalse(reply.body().contains("Exception"), reply.body());
    }

    private static void key(String text) {
        if (!text.isEmpty()) {
            Key key = Key.part("param:u", text);
            assertEquals(key, KeyText.decode(KeyText.code(key)));
        }
        try {
            Key read = KeyText.decode(text);
            assertEquals(read, KeyText.decode(KeyText.code(read)));
        } catch (IllegalArgumentException e) {
            // It is no key, and the console says so.
        }
    }
}
