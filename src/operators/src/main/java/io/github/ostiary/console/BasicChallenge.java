package io.github.ostiary.console;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The question for a name and a password, where the application's descriptor says BASIC. Jetty's {@code authenticate} asks
 * no caller who has sent no credentials, and believes those that are sent.
 */
final class BasicChallenge {

    private static final String DESCRIPTOR = "/WEB-INF/web.xml";
    private static final Pattern METHOD = Pattern.compile("<auth-method>\\s*BASIC\\s*</auth-method>");
    private static final Pattern REALM =
            Pattern.compile("<realm-name>\\s*([^<\"\\\\\\p{Cntrl}]{1,100}?)\\s*</realm-name>");

    private BasicChallenge() {}

    /** The value of {@code WWW-Authenticate}; empty if the descriptor says something else, or nothing. */
    static Optional<String> of(ServletContext context) {
        try (InputStream descriptor = context.getResourceAsStream(DESCRIPTOR)) {
            return descriptor == null
                    ? Optional.empty()
                    : in(new String(descriptor.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static Optional<String> in(String descriptor) {
        if (!METHOD.matcher(descriptor).find()) {
            return Optional.empty();
        }
        Matcher realm = REALM.matcher(descriptor);
        return Optional.of("Basic realm=\"" + (realm.find() ? realm.group(1) : "Ostiary") + "\", charset=\"UTF-8\"");
    }
}
