package io.github.ostiary.captcha;

import io.github.ostiary.CallContext;
import io.github.ostiary.config.CaptchaService;
import io.github.ostiary.edge.OfferedChallenge;
import io.github.ostiary.text.Digest;
import io.github.ostiary.text.Log;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A captcha that another service makes and checks. Thread-safe.
 *
 * <p>An answer is asked about once, on all nodes. While the service is away a puzzle of ours takes its place, unless the configuration
 * says that callers are denied; a caller cannot bring that about, since a wrong answer is an answer of the service.
 */
final class SiteCaptcha implements OfferedChallenge {

    private static final System.Logger LOG = Log.of(SiteCaptcha.class);
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=:-]{1,8192}");

    private final String word;
    private final CaptchaSite site;
    private final CaptchaService terms;
    private final Puzzle puzzle;
    private final PuzzleScope scope;
    private final SiteCircuit circuit;
    private final AtomicBoolean warned = new AtomicBoolean();

    SiteCaptcha(String word, CaptchaSite site, CaptchaService terms, Puzzle puzzle, SiteCircuit circuit) {
        this.word = word;
        this.site = site;
        this.terms = terms;
        this.puzzle = puzzle;
        this.scope = puzzle.scope();
        this.circuit = circuit;
    }

    /** No answer of a service, for a reason that is not the caller's. */
    static final class NoVerdict extends Exception {

        private static final long serialVersionUID = 1;

        NoVerdict(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    private long now() {
        return scope.keys.now();
    }

    private boolean offersPuzzle() {
        return terms.puzzle() && circuit.isAway(now());
    }

    private boolean takesPuzzle() {
        return terms.puzzle() && circuit.wasAway(now());
    }

    @Override
    public boolean isAnswered(CallContext call) {
        return token(call) != null || (takesPuzzle() && puzzle.isAnswered(call));
    }

    @Override
    public boolean verify(CallContext call) throws NoAnswer, NoVerdict {
        if (takesPuzzle() && puzzle.isAnswered(call)) {
            return puzzle.verify(call);
        }
        @Nullable String token = token(call);
        if (token == null) {
            throw new NoAnswer();
        }
        if (circuit.isAway(now())) {
            throw new NoVerdict(word + " is away", null);
        }
        if (!scope.keys.basis().once().test(Digest.of(word + " " + token))) {
            throw new NoAnswer();
        }
        return isRight(ask(token), call);
    }

    private Map<?, ?> ask(String token) throws NoVerdict {
        String form = "secret=" + encoded(terms.secret()) + "&response=" + encoded(token) + "&sitekey="
                + encoded(terms.siteKey());
        try {
            Map<?, ?> answer = SiteClient.post(site.verify(), form, terms.timeout());
            if (CaptchaSite.says(answer.get("error-codes"), CaptchaSite.FAULTS)) {
                throw new IOException("it reports a fault of its own, or a wrong captcha.secret or captcha.siteKey");
            }
            circuit.answered();
            return answer;
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage());
            circuit.failed(now(), why);
            throw new NoVerdict(word + ": " + why, e);
        }
    }

    private boolean isRight(Map<?, ?> answer, CallContext call) throws NoAnswer {
        if (CaptchaSite.says(answer.get("error-codes"), CaptchaSite.STALE)) {
            throw new NoAnswer();
        }
        return Boolean.TRUE.equals(answer.get("success"))
                && isOfHost(answer.get("hostname"), call)
                && isOfAction(answer.get("action"))
                && isLikely(answer.get("score"));
    }

    /** A token of another site proves nothing; but a proxy may have changed what host the request is for. */
    private boolean isOfHost(@Nullable Object named, CallContext call) {
        String host = call.host().orElse("");
        boolean same = named instanceof String text && text.equalsIgnoreCase(host);
        if (!same && warned.compareAndSet(false, true)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0}: a right answer does not count, since it was given at another host than the request names. If this"
                            + " happens to all answers, let the proxy in front keep the header Host (logged once)",
                    word);
        }
        return same;
    }

    /** Whether the action is the expected one; without a score an answer may have none. */
    private boolean isOfAction(@Nullable Object named) {
        boolean none = !(named instanceof String text) || text.isEmpty();
        return none ? terms.score().isEmpty() : terms.action().equals(named);
    }

    private boolean isLikely(@Nullable Object score) {
        return terms.score().isEmpty()
                || (score instanceof Number figure
                        && figure.doubleValue() >= terms.score().getAsDouble());
    }

    /** The token, as a program or the widget of the service sends it; null for none. */
    private @Nullable String token(CallContext call) {
        @Nullable String inHeader = SentAnswer.inHeader(call, SiteCaptcha::readable);
        return inHeader == null ? SentAnswer.inBody(call, site.field(), SiteCaptcha::readable) : inHeader;
    }

    private static @Nullable String readable(String text) {
        return TOKEN.matcher(text).matches() ? text : null;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public PuzzleScope scope() {
        return scope;
    }

    @Override
    public void besieged(BooleanSupplier siege) {
        puzzle.besieged(siege);
    }

    @Override
    public String json(CallContext call) {
        return offersPuzzle()
                ? puzzle.json(call)
                : "{\"captcha\":\"" + word + "\",\"siteKey\":\"" + terms.siteKey() + "\",\"action\":\"" + terms.action()
                        + "\"}";
    }

    /** The widget is on the application's own page. */
    @Override
    public String html(CallContext call, String context, OptionalLong waitSeconds) {
        return offersPuzzle() ? puzzle.html(call, context, waitSeconds) : "";
    }

    @Override
    public String policy() {
        return puzzle.policy();
    }

    @Override
    public @Nullable Served serve(String name, CallContext call, String context, boolean secured) {
        return takesPuzzle() ? puzzle.serve(name, call, context, secured) : null;
    }
}
