package io.github.ostiary.config;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A captcha service, as a lockout names it. Its text form shows no secret.
 *
 * @param siteKey of the widget, for everybody to see
 * @param secret by which the service knows who asks
 * @param hosts that answers may be of, in lower case; empty for that of the request
 * @param timeout for one question
 * @param puzzle whether a puzzle takes its place while it is away
 * @param score that is asked for, 0 to 1; empty if answers have none
 * @param action that answers are for, where they name one
 * @hidden
 */
public record CaptchaService(
        String siteKey,
        String secret,
        List<String> hosts,
        Duration timeout,
        boolean puzzle,
        OptionalDouble score,
        String action) {

    @Override
    public String toString() {
        return "CaptchaService[siteKey=" + siteKey + ", action=" + action + "]";
    }
}
