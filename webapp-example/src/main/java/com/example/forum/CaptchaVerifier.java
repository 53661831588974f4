package com.example.forum;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.util.List;
import java.util.Optional;

/**
 * Tells Ostiary whether a form has the digits of the picture it showed; {@code challenge.verifier} names this class. An answer is right
 * once. An answer to an expired picture counts as none: slow readers get another picture, and the password is not checked.
 */
public class CaptchaVerifier implements ChallengeVerifier {

    private static final String RIGHT = CaptchaVerifier.class.getName();

    /** A picture, and the digits that the caller typed. */
    private record Answer(Captchas captchas, String id, String digits) {}

    /** Whether the form had a wrong answer. */
    static boolean refused(HttpServletRequest request) {
        return Boolean.FALSE.equals(request.getAttribute(RIGHT));
    }

    @Override
    public boolean isAnswered(CallContext call) {
        return call.parameters("another").isEmpty()
                && answer(call).filter(it -> it.captchas().isOpen(it.id())).isPresent();
    }

    @Override
    public boolean verify(CallContext call) {
        boolean right = answer(call)
                .filter(it -> it.captchas().answer(it.id(), it.digits()))
                .isPresent();
        request(call).ifPresent(request -> request.setAttribute(RIGHT, right));
        return right;
    }

    private static Optional<Answer> answer(CallContext call) {
        Optional<HttpSession> session = request(call).map(request -> request.getSession(false));
        List<String> id = call.parameters("captcha-id");
        List<String> digits = call.parameters("captcha");
        if (session.isEmpty()
                || id.size() != 1
                || digits.size() != 1
                || digits.get(0).isBlank()) {
            return Optional.empty();
        }
        String stripped = digits.get(0).replaceAll("\\s", "");
        return Optional.of(new Answer(Captchas.of(session.get()), id.get(0), stripped));
    }

    private static Optional<HttpServletRequest> request(CallContext call) {
        return call.unwrap(HttpServletRequest.class);
    }
}
