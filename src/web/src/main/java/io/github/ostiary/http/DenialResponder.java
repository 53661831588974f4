package io.github.ostiary.http;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.DenialHandler;
import io.github.ostiary.Quota;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.setup.EdgeSettings;
import io.github.ostiary.text.Log;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The answer to denied callers: status and headers first, then the application's own body, or the form they accept. */
public final class DenialResponder {

    private static final System.Logger LOG = Log.of(DenialResponder.class);

    private final EdgeSettings edge;
    private final QuotaHeaders headers;
    private final @Nullable Entrance entrance;

    private final DenialTexts problems = new DenialTexts(DenialBody.PROBLEM);
    private final DenialTexts pages = new DenialTexts(DenialBody.HTML);
    private final DenialTexts texts = new DenialTexts(DenialBody.TEXT);

    /** Pages of which it was said that they cannot be shown. */
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    /**
     * A responder.
     *
     * @param edge how denials are answered
     * @param headers tells callers where they stand
     * @param entrance that notes denials; null if none does
     */
    public DenialResponder(EdgeSettings edge, QuotaHeaders headers, @Nullable Entrance entrance) {
        this.edge = edge;
        this.headers = headers;
        this.entrance = entrance;
    }

    /**
     * Answers a denied caller, unless another answer has begun to leave.
     *
     * @param answer gets status, headers and body
     * @param call that is denied
     * @param denied why
     * @param earlier quotas of earlier decisions for the caller; empty if there are none
     * @return the page of the application's that is still to answer; null if the answer is complete
     * @throws IOException if the caller is gone
     */
    public @Nullable DenialPage deny(HttpAnswer answer, CallContext call, Decision.Denied denied, List<Quota> earlier)
            throws IOException {
        if (!answer.begin(edge.status(denied))) {
            return null;
        }
        long seconds = Denial.seconds(denied);
        answer.header(HttpAnswer.CACHE_CONTROL, HttpAnswer.NO_STORE);
        if (seconds > 0) {
            answer.header("Retry-After", DenialTexts.text(seconds));
        }
        headers.write(answer, denied, earlier);
        @Nullable String reference = entrance == null ? null : entrance.reference(call, denied);
        if (reference != null) {
            answer.refer(reference);
        }
        return handled(answer, call, denied, reference) ? null : builtIn(answer, call, denied, seconds, reference);
    }

    private boolean handled(HttpAnswer answer, CallContext call, Decision.Denied denied, @Nullable String reference)
            throws IOException {
        Optional<DenialHandler> handler = edge.denialHandler();
        if (handler.isEmpty()) {
            return false;
        }
        DenialResponse response = new DenialResponse(answer, reference);
        try {
            handler.get().handle(call, denied, response);
            response.referUnlessKept();
            return true;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "denialHandler failed; the built-in answer is sent", e);
            return answer.isCommitted();
        }
    }

    private @Nullable DenialPage builtIn(
            HttpAnswer answer, CallContext call, Decision.Denied denied, long seconds, @Nullable String reference)
            throws IOException {
        if (reference != null) {
            answer.header(HttpAnswer.REFERENCE, reference);
        }
        DenialBody form = Accept.preferred(answer.accepted());
        if (form == DenialBody.HTML && answer.canBePage()) {
            Optional<String> page = denied.reason() == Decision.Reason.CHALLENGE_REQUIRED
                    ? edge.pages().challenge()
                    : edge.pages().denied();
            if (page.isPresent()) {
                Denial denial = Denial.of(denied, edge.status(denied), reference);
                return new DenialPage(page.get(), denial, () -> {
                    missing(page.get());
                    plain(answer, call, denied, seconds, form, reference);
                });
            }
        }
        plain(answer, call, denied, seconds, form, reference);
        return null;
    }

    private void plain(
            HttpAnswer answer,
            CallContext call,
            Decision.Denied denied,
            long seconds,
            DenialBody form,
            @Nullable String reference)
            throws IOException {
        EdgeSettings.@Nullable PendingChallenge challenge = edge.challenge(denied);
        @Nullable RpcCall rpc = form == DenialBody.HTML ? null : rpc(call);
        if (rpc != null) {
            Denial denial = Denial.of(denied, edge.status(denied), reference);
            @Nullable String challenged = challenge == null ? null : ChallengeBody.problem(call, denial, challenge);
            String problem = challenged == null ? DenialBody.PROBLEM.render(denial) : challenged;
            answer.body(RpcCall.CONTENT_TYPE, rpc.error(denial, problem).getBytes(StandardCharsets.UTF_8));
            return;
        }
        if (challenge != null
                && ChallengeBody.write(
                        answer, call, Denial.of(denied, edge.status(denied), reference), form, challenge)) {
            return;
        }
        DenialTexts chosen =
                switch (form) {
                    case PROBLEM -> problems;
                    case HTML -> pages;
                    case TEXT -> texts;
                };
        byte[] text = chosen.of(denied, edge.status(denied), seconds, reference);
        answer.body(form.contentType(), text);
    }

    /** The call of JSON-RPC that is denied, if a rule has read its body; nothing is read for it. */
    private static @Nullable RpcCall rpc(CallContext call) {
        @Nullable JsonText read = call.unwrap(JsonText.class).orElse(null);
        return read == null ? null : read.rpc();
    }

    private void missing(String page) {
        if (missing.add(page)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The page {0}, which deniedPage or challengePage names, answers with an error or does not exist;"
                            + " the built-in page is shown instead. Paths begin at the root of the application, such as"
                            + " /denied.jsp (logged once)",
                    page);
        }
    }
}
