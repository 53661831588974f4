package io.github.ostiary.captcha;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CallContext;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.config.CaptchaKind;
import io.github.ostiary.config.CaptchaTerms;
import io.github.ostiary.edge.OfferedChallenge.NoAnswer;
import io.github.ostiary.edge.OfferedChallenge.Served;
import io.github.ostiary.setup.GuardCaptchas.CaptchaBasis;
import io.github.ostiary.testing.TestCall;
import io.github.ostiary.text.Digest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers can do with puzzles and their answers, and what they cannot. */
class PuzzleTest {

    private static final byte[] SECRET = "a secret of sixteen or more".getBytes(StandardCharsets.UTF_8);

    private final Set<String> used = ConcurrentHashMap.newKeySet();
    private final ManualTimeSource time = new ManualTimeSource();
    private final BuiltInCaptchas node = node(time, SECRET);
    private final Puzzle main = puzzle(node, "main");

    private BuiltInCaptchas node(ManualTimeSource clock, byte[] secret) {
        BuiltInCaptchas captchas = new BuiltInCaptchas();
        captchas.begin(new CaptchaBasis(purpose -> Digest.hmac(secret, purpose), used::add, clock));
        return captchas;
    }

    private static Puzzle puzzle(BuiltInCaptchas captchas, String scope) {
        return (Puzzle)
                captchas.captcha(new CaptchaTerms(CaptchaKind.PUZZLE, scope, Duration.ofMillis(10), call -> call.peer()
                        .orElse("")));
    }

    private static TestCall post() {
        return new TestCall("POST", "/login");
    }

    private static TestCall answer(String payload) {
        return post().header("Ostiary-Captcha", payload);
    }

    private static boolean passes(Puzzle puzzle, CallContext call) throws NoAnswer {
        return puzzle.isAnswered(call) && puzzle.verify(call);
    }

    @Test
    void anAnswerIsTakenFromAHeaderAFieldOrAMember() throws NoAnswer {
        assertThat(passes(main, answer(Solver.payload(main.json(post()))))).isTrue();
        assertThat(passes(main, post().param("altcha", Solver.payload(main.json(post())))))
                .isTrue();
        assertThat(passes(main, post().json("altcha", Solver.payload(main.json(post())))))
                .isTrue();
        assertThat(main.isAnswered(post())).isFalse();
    }

    @Test
    void theFormIsThatOfAltcha() {
        Map<String, Object> puzzle = Solver.members(main.json(post()));
        assertThat(puzzle).containsOnlyKeys("algorithm", "challenge", "maxnumber", "salt", "signature");
        assertThat(puzzle).containsEntry("algorithm", "SHA-256");
        assertThat((String) puzzle.get("challenge")).matches("[0-9a-f]{64}");
        assertThat((String) puzzle.get("signature")).matches("[0-9a-f]{64}");
        assertThat((String) puzzle.get("salt")).matches("[0-9a-f]{24}\\?expires=[0-9]{10}&");
        assertThat((Long) puzzle.get("maxnumber")).isEqualTo(2 * Effort.HASHES_A_SECOND / 100);
    }

    /** Widgets tell how long they took; ours does not care. */
    @Test
    void furtherMembersSayNothing() throws NoAnswer {
        Map<String, Object> solved = Solver.solved(main.json(post()));
        solved.put("took", 812.3);
        solved.put("test", true);
        assertThat(passes(main, answer(Solver.base64(solved)))).isTrue();
    }

    /** A browser keeps the cookie for five minutes; the form that it sends with it may have another answer. */
    @Test
    void aUsedPassSaysNothingAboutTheAnswerBesideIt() throws NoAnswer {
        Served served = main.serve("pass", answer(Solver.payload(main.json(post()))), "", true);
        String[] cookie = served.headers().get("Set-Cookie").split("[=;]");
        assertThat(passes(main, post().cookie(cookie[0], cookie[1]))).isTrue();
        assertThatThrownBy(() -> main.verify(post().cookie(cookie[0], cookie[1])))
                .isInstanceOf(NoAnswer.class);
        String fresh = Solver.payload(main.json(post()));
        assertThat(passes(main, post().cookie(cookie[0], cookie[1]).param("altcha", fresh)))
                .isTrue();
    }

    @Test
    void anAnswerIsRightOnce() throws NoAnswer {
        String payload = Solver.payload(main.json(post()));
        assertThat(passes(main, answer(payload))).isTrue();
        assertThatThrownBy(() -> main.verify(answer(payload))).isInstanceOf(NoAnswer.class);
    }

    /** Base64 of other white space, order or members is another text, and the same answer. */
    @Test
    void anAnswerThatIsWrittenInAnotherWayIsTheSame() throws NoAnswer {
        Map<String, Object> solved = Solver.solved(main.json(post()));
        assertThat(passes(main, answer(Solver.base64(solved)))).isTrue();
        Map<String, Object> turned = new LinkedHashMap<>();
        List.of("signature", "salt", "number", "challenge", "algorithm")
                .forEach(name -> turned.put(name, solved.get(name)));
        solved.put("took", 1L);
        String unpadded = Solver.base64(turned).replace("=", "");
        for (String again : List.of(Solver.base64(turned), Solver.base64(solved), unpadded)) {
            assertThat(main.isAnswered(answer(again))).isTrue();
            assertThatThrownBy(() -> main.verify(answer(again))).isInstanceOf(NoAnswer.class);
        }
    }

    @Test
    void ofManyAtTheSameTimeOnePasses() throws Exception {
        String payload = Solver.payload(main.json(post()));
        int threads = 16;
        CyclicBarrier together = new CyclicBarrier(threads);
        Callable<Boolean> attempt = () -> {
            together.await();
            try {
                return passes(main, answer(payload));
            } catch (NoAnswer e) {
                return false;
            }
        };
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            int passed = 0;
            for (Future<Boolean> end :
                    pool.invokeAll(Stream.generate(() -> attempt).limit(threads).toList())) {
                passed += end.get() ? 1 : 0;
            }
            assertThat(passed).isEqualTo(1);
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void whatIsChangedIsNoAnswer() {
        Map<String, Object> solved = Solver.solved(main.json(post()));
        long number = (Long) solved.get("number");
        String salt = (String) solved.get("salt");
        String challenge = (String) solved.get("challenge");
        String signature = (String) solved.get("signature");
        Map<String, List<Object>> changes = Map.of(
                "number", List.of(number + 1, -1L, 1_000_000_000L, String.valueOf(number), 0.5, true),
                "salt",
                        List.of(
                                salt + "&",
                                salt + "expires=9999999999&",
                                salt.replace("expires=1", "expires=9"),
                                salt.substring(0, salt.length() - 1),
                                "x" + salt,
                                salt.toUpperCase(java.util.Locale.ROOT),
                                ""),
                "challenge",
                        List.of(
                                challenge.toUpperCase(java.util.Locale.ROOT),
                                "0".repeat(64),
                                challenge + "0",
                                Solution.challenge(salt, number + 1)),
                "signature",
                        List.of(
                                "0".repeat(64),
                                signature.toUpperCase(java.util.Locale.ROOT),
                                "",
                                Solution.signature(SECRET, challenge)),
                "algorithm", List.of("SHA-1", "SHA-512", "sha-256", "none", 256L));
        changes.forEach((name, values) -> values.forEach(value -> {
            Map<String, Object> changed = new LinkedHashMap<>(solved);
            changed.put(name, value);
            assertThat(main.isAnswered(answer(Solver.base64(changed))))
                    .as(name + "=" + value)
                    .isFalse();
        }));
        for (String missing : solved.keySet()) {
            Map<String, Object> less = new LinkedHashMap<>(solved);
            less.remove(missing);
            assertThat(main.isAnswered(answer(Solver.base64(less))))
                    .as("without " + missing)
                    .isFalse();
        }
        assertThat(used).isEmpty();
        assertThat(main.isAnswered(answer(Solver.base64(solved)))).isTrue();
    }

    /** Digits moved from the number to the time of expiry have the same digest and signature. */
    @Test
    void noDigitMovesFromTheNumberToTheSalt() {
        byte[] key = Digest.hmac(Digest.hmac(SECRET, "captcha"), "puzzle main");
        long expires = time.micros() / 1_000_000 + 100;
        String salt = "0123456789abcdef01234567?expires=" + expires;
        String challenge = Solution.challenge(salt, 123);
        Map<String, Object> spliced = new LinkedHashMap<>();
        spliced.put("algorithm", "SHA-256");
        spliced.put("challenge", challenge);
        spliced.put("number", 23L);
        spliced.put("salt", salt + "1");
        spliced.put("signature", Solution.signature(key, challenge));
        assertThat(main.isAnswered(answer(Solver.base64(spliced)))).isFalse();
        String whole = salt + "&";
        String ours = Solution.challenge(whole, 123);
        spliced.putAll(
                Map.of("challenge", ours, "salt", whole, "number", 123L, "signature", Solution.signature(key, ours)));
        assertThat(main.isAnswered(answer(Solver.base64(spliced))))
                .as("only the splice is in the way")
                .isTrue();
    }

    @Test
    void whatIsNoPayloadIsNoAnswer() {
        String payload = Solver.payload(main.json(post()));
        String decoded = new String(Base64.getDecoder().decode(payload), StandardCharsets.UTF_8);
        List<String> texts = List.of(
                "",
                "=",
                decoded,
                payload.substring(1),
                payload.substring(0, payload.length() / 2),
                payload + payload,
                payload + " ".repeat(3_000),
                "A".repeat(3_000_000),
                base64("[]"),
                base64("{"),
                base64("null"),
                base64("[".repeat(400)),
                base64(decoded.replace("{", "{\"number\":1,")),
                base64(decoded + decoded),
                "\u0000" + payload);
        assertThat(texts)
                .allSatisfy(text -> assertThat(main.isAnswered(answer(text))).isFalse());
        assertThat(main.isAnswered(answer(payload).header("Ostiary-Captcha", payload)))
                .as("two headers")
                .isFalse();
        assertThat(main.isAnswered(post().param("altcha", payload).param("altcha", payload)))
                .as("two fields")
                .isFalse();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anAnswerIsOfOneScopeAndOneApplication() {
        String payload = Solver.payload(main.json(post()));
        assertThat(puzzle(node, "admin").isAnswered(answer(payload))).isFalse();
        byte[] other = "of another application".getBytes(StandardCharsets.UTF_8);
        assertThat(puzzle(node(time, other), "main").isAnswered(answer(payload)))
                .isFalse();
        assertThat(puzzle(node(time, SECRET), "main").isAnswered(answer(payload)))
                .as("another node")
                .isTrue();
    }

    @Test
    void anAnswerExpires() {
        String payload = Solver.payload(main.json(post()));
        time.advance(Duration.ofSeconds(599));
        assertThat(main.isAnswered(answer(payload))).isTrue();
        time.advance(Duration.ofSeconds(1));
        assertThat(main.isAnswered(answer(payload))).isFalse();
    }

    /** A node whose clock differs takes what another made, for at least five minutes, and never twice. */
    @ParameterizedTest
    @ValueSource(longs = {-300, -2, 0, 2, 300})
    void clocksMayDiffer(long seconds) throws NoAnswer {
        ManualTimeSource skewed = new ManualTimeSource();
        skewed.set(time.micros() + seconds * 1_000_000);
        Puzzle there = puzzle(node(skewed, SECRET), "main");
        String payload = Solver.payload(main.json(post()));
        skewed.advance(Duration.ofSeconds(299));
        assertThat(passes(there, answer(payload))).isTrue();
        assertThatThrownBy(() -> main.verify(answer(payload))).isInstanceOf(NoAnswer.class);
        skewed.advance(Duration.ofMinutes(10 - 5 * Long.signum(seconds)).plusSeconds(302));
        assertThat(there.isAnswered(answer(payload))).isFalse();
    }

    @Test
    void whatExpiresTooLateIsNotOurs() {
        ManualTimeSource ahead = new ManualTimeSource();
        ahead.set(time.micros() + Duration.ofMinutes(11).toMillis() * 1_000);
        String payload = Solver.payload(puzzle(node(ahead, SECRET), "main").json(post()));
        assertThat(main.isAnswered(answer(payload)))
                .as("its note would be gone before it expires")
                .isFalse();
    }

    /** The name under which an answer is noted follows from its digest: no bytes of the caller's name it, nor any counter. */
    @Test
    void aCallerDoesNotChooseTheNote() throws NoAnswer {
        Map<String, Object> solved = Solver.solved(main.json(post()));
        solved.put("rule", "admin");
        solved.put("id", "../../x");
        assertThat(passes(main, answer(Solver.base64(solved)))).isTrue();
        assertThat(used).containsExactly(((String) solved.get("challenge")).substring(0, 32));
    }

    @Test
    void thePuzzlesThatAreMadeLeaveNothing() {
        TestCall call = post();
        for (int i = 0; i < 2_000; i++) {
            main.json(call);
        }
        long before = heap();
        for (int i = 0; i < 100_000; i++) {
            main.json(call.from("10.0." + i % 250 + ".1"));
        }
        assertThat(heap() - before).as("bytes that 100,000 puzzles leave").isLessThan(500_000);
        assertThat(used).isEmpty();
    }

    private static long heap() {
        Runtime jvm = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return jvm.totalMemory() - jvm.freeMemory();
    }
}
