package io.github.ostiary.captcha;

import io.github.ostiary.CallContext;
import io.github.ostiary.config.CaptchaTerms;
import io.github.ostiary.edge.OfferedChallenge;
import io.github.ostiary.text.Durations;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A hash puzzle of one scope: a sign-in, or the lockouts of a path. Thread-safe.
 *
 * <p>Nothing is kept of the puzzles that are made: a signature tells ours from others', and what has been answered is noted in the
 * store, once for all nodes, until no node would take it any more. What is forged, expired or of another scope is no answer, and
 * costs no question to the store.
 */
final class Puzzle implements OfferedChallenge {

    /** The field of forms, and member of JSON, that has an answer. */
    static final String FIELD = "altcha";

    private static final long LIFE_SECONDS = 600;

    /**
     * Clocks may differ by ten minutes: what expires later than in twenty was not made by a node of ours. The note of an answer
     * outlives that.
     */
    private static final long LATEST_SECONDS = 1_200;

    private static final int SALT_BYTES = 12;
    private static final HexFormat HEX = HexFormat.of();

    private final CaptchaTerms terms;
    private final PuzzleScope scope;
    private final PuzzleKeys keys;
    private final SecureRandom random = new SecureRandom();

    Puzzle(CaptchaTerms terms, PuzzleScope scope) {
        this.terms = terms;
        this.scope = scope;
        this.keys = scope.keys;
    }

    @Override
    public PuzzleScope scope() {
        return scope;
    }

    @Override
    public void besieged(BooleanSupplier now) {
        scope.siege = now;
    }

    /** Where a call comes from: a name. */
    String network(CallContext call) {
        return terms.network().apply(call);
    }

    @Override
    public String json(CallContext call) {
        long now = keys.now();
        long most =
                scope.effort.most(Durations.toMicros(terms.effort()), network(call), scope.siege.getAsBoolean(), now);
        byte[] bytes = new byte[SALT_BYTES];
        random.nextBytes(bytes);
        String salt = HEX.formatHex(bytes) + "?expires=" + (now / 1_000_000 + LIFE_SECONDS) + "&";
        String challenge = Solution.challenge(salt, random.nextLong(most + 1));
        return "{\"algorithm\":\"" + Solution.ALGORITHM + "\",\"challenge\":\"" + challenge + "\",\"maxnumber\":" + most
                + ",\"salt\":\"" + salt + "\",\"signature\":\"" + Solution.signature(scope.key(), challenge) + "\"}";
    }

    @Override
    public boolean isAnswered(CallContext call) {
        return answer(call) != null;
    }

    @Override
    public boolean verify(CallContext call) throws NoAnswer {
        String id = answer(call);
        if (id == null || !keys.basis().once().test(id)) {
            throw new NoAnswer();
        }
        scope.effort.answered(network(call), keys.now());
        return true;
    }

    /** The name of the puzzle that a call answers, wherever the answer is; null for none. */
    private @Nullable String answer(CallContext call) {
        @Nullable String sent = SentAnswer.of(call, FIELD, this::solved);
        return sent == null ? scope.pass.in(call, network(call)) : sent;
    }

    private @Nullable String solved(String text) {
        @Nullable Solution solution = Solution.read(text);
        return solution != null && isInTime(solution.expires(scope.key()), keys.now())
                ? solution.challenge().substring(0, Pass.NAME_LENGTH)
                : null;
    }

    private static boolean isInTime(long expires, long now) {
        long left = expires - now / 1_000_000;
        return left > 0 && left <= LATEST_SECONDS;
    }

    @Override
    public String html(CallContext call, String context, OptionalLong waitSeconds) {
        return CaptchaPage.puzzle(json(call), scope.mark, context, waitSeconds);
    }

    @Override
    public String policy(String styles) {
        return CaptchaPage.policy(styles, "");
    }

    @Override
    public @Nullable Served serve(String name, CallContext call, String context, boolean secured) {
        return switch (name) {
            case CaptchaPage.SCRIPT -> CaptchaPage.script();
            case "puzzle" -> scope.isMeant(call) ? CaptchaPage.json(json(call)) : null;
            case "pass" -> pass(call, context, secured);
            default -> null;
        };
    }

    /** A browser has solved a puzzle of this scope. It is not used up: the next request to the form does that. */
    private @Nullable Served pass(CallContext call, String context, boolean secured) {
        boolean posted = call.method().filter("POST"::equals).isPresent();
        @Nullable String id = posted ? SentAnswer.inHeader(call, this::solved) : null;
        return id == null ? null : CaptchaPage.passed(scope.pass.setCookie(id, network(call), context, secured));
    }
}
