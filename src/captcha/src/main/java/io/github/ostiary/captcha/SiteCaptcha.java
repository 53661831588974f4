package io.github.ostiary.captcha;

import io.github.ostiary.CallContext;
import io.github.ostiary.config.CaptchaService;
import io.github.ostiary.edge.OfferedChallenge;
import io.github.ostiary.text.Digest;
import io.github.ostiary.text.Log;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
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
    private static final int MOST_WRONG = 10;
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=:-]{1,8192}");

    private final String word;
    private final CaptchaSite site;
    private final CaptchaService terms;
    private final Puzzle puzzle;
    private final PuzzleScope scope;
    private final Pass pass;
    private final SiteCircuit circuit;
    private final AtomicBoolean warned = new AtomicBoolean();

    SiteCaptcha(String word, CaptchaSite site, CaptchaService terms, Puzzle puzzle, SiteCircuit circuit) {
        this.word = word;
        this.site = site;
        this.terms = terms;
        this.puzzle = puzzle;
        this.scope = puzzle.scope();
        this.pass = new Pass(word + " " + scope.name, scope.mark, scope.keys);
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
        return token(call) != null || passed(call) != null || (takesPuzzle() && puzzle.isAnswered(call));
    }

    /** A pass that was used before says nothing about a token beside it. */
    @Override
    public boolean verify(CallContext call) throws NoAnswer, NoVerdict {
        if (takesPuzzle() && puzzle.isAnswered(call)) {
            return puzzle.verify(call);
        }
        @Nullable String passed = passed(call);
        return (passed != null && isFirst(passed)) || check(token(call), call);
    }

    private boolean isFirst(String name) {
        return scope.keys.basis().once().test(name);
    }

    /** What a call has a pass for; null for nothing. */
    private @Nullable String passed(CallContext call) {
        return pass.in(call, puzzle.network(call));
    }

    private boolean check(@Nullable String token, CallContext call) throws NoAnswer, NoVerdict {
        if (token == null) {
            throw new NoAnswer();
        }
        if (circuit.isAway(now())) {
            throw new NoVerdict(word + " is away", null);
        }
        if (!isFirst(Digest.of(word + " " + token))) {
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

    /** A token of another site proves nothing; but the caller, or a proxy, may have chosen what host the request is for. */
    private boolean isOfHost(@Nullable Object named, CallContext call) {
        List<String> hosts =
                terms.hosts().isEmpty() ? List.of(call.host().orElse("").toLowerCase(Locale.ROOT)) : terms.hosts();
        boolean same = named instanceof String text && hosts.contains(text.toLowerCase(Locale.ROOT));
        if (!same && warned.compareAndSet(false, true)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0}: a right answer does not count, since it was given at another host. If this happens to all answers,"
                            + " name the site's hosts in captcha.hosts (logged once)",
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
        return SentAnswer.of(call, site.field(), SiteCaptcha::readable);
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

    @Override
    public String html(CallContext call, String context, OptionalLong waitSeconds) {
        return offersPuzzle()
                ? puzzle.html(call, context, waitSeconds)
                : CaptchaPage.site(site, terms, scope.mark, context, waitSeconds);
    }

    /** The service's, which allows a puzzle, too: whether it is away may change before the page is complete. */
    @Override
    public String policy(String styles) {
        return CaptchaPage.policy(styles, site.sources());
    }

    @Override
    public @Nullable Served serve(String name, CallContext call, String context, boolean secured) {
        boolean ofPuzzle = takesPuzzle() || name.equals(CaptchaPage.SCRIPT);
        @Nullable Served served = ofPuzzle ? puzzle.serve(name, call, context, secured) : null;
        boolean asked = served == null
                && name.equals("pass")
                && call.method().filter("POST"::equals).isPresent();
        return asked && scope.isMeant(call) ? pass(call, context, secured) : served;
    }

    /**
     * A browser has the token of a widget. The service is asked now, before the token expires; no lockout counts that, so that
     * networks with many wrong ones are not heard.
     */
    private @Nullable Served pass(CallContext call, String context, boolean secured) {
        @Nullable String token = SentAnswer.inHeader(call, SiteCaptcha::readable);
        String network = puzzle.network(call);
        if (token == null || scope.wrong.of(network, now()) >= MOST_WRONG || !circuit.passes.tryAcquire()) {
            return null;
        }
        try {
            if (check(token, call)) {
                return CaptchaPage.passed(pass.setCookie(name(token), network, context, secured));
            }
            scope.wrong.add(network, now());
        } catch (NoAnswer e) {
            scope.wrong.add(network, now());
        } catch (NoVerdict e) {
            return null; // the network is not to blame
        } finally {
            circuit.passes.release();
        }
        return null;
    }

    private String name(String token) {
        return HexFormat.of().formatHex(Digest.sha256(word + " " + token)).substring(0, Pass.NAME_LENGTH);
    }
}
