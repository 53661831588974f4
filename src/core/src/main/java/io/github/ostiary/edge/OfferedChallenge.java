package io.github.ostiary.edge;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A challenge that this jar makes itself, and edges hand to denied callers. Its verifier throws {@link NoAnswer} for an answer that
 * is none any more. Thread-safe.
 *
 * @hidden
 */
public interface OfferedChallenge extends ChallengeVerifier {

    /** The path below which an application serves what challenges need. */
    String PLACE = "/ostiary-captcha/";

    /**
     * An answer that was used before: it counts neither as right nor as wrong, and the challenge is still required.
     *
     * @hidden
     */
    final class NoAnswer extends Exception {

        private static final long serialVersionUID = 1;

        /** A sign, of which nobody wants to know where it was made. */
        public NoAnswer() {
            super("the answer was used before", null, false, false);
        }
    }

    /**
     * An answer to a request below {@link #PLACE}. Immutable.
     *
     * @hidden
     */
    final class Served {

        private final int status;
        private final Map<String, String> headers;
        private final byte[] body;

        /**
         * An answer.
         *
         * @param status of it
         * @param headers the type of the body among them
         * @param body not to be changed
         */
        public Served(int status, Map<String, String> headers, byte[] body) {
            this.status = status;
            this.headers = Map.copyOf(headers);
            this.body = body;
        }

        /** Its status. */
        public int status() {
            return status;
        }

        /** Its headers. */
        public Map<String, String> headers() {
            return headers;
        }

        /** Its body; not to be changed. */
        public byte[] body() {
            return body;
        }
    }

    /**
     * The scope of its answers: of several with the same one is asked once about an answer, for all of them.
     *
     * @return equal for those
     */
    Object scope();

    /**
     * Has all of its scope follow a siege, during which it may ask for more.
     *
     * @param now whether there is one
     */
    default void besieged(BooleanSupplier now) {}

    /**
     * A challenge for a program.
     *
     * @param call that is denied
     * @return a JSON object; null if programs are offered none
     */
    @Nullable
    String json(CallContext call);

    /**
     * A challenge for a browser.
     *
     * @param call that is denied
     * @param context the path of the application, below which {@link #PLACE} is
     * @param waitSeconds after which it is not asked any more, if that is known
     * @return a part of a page
     */
    String html(CallContext call, String context, OptionalLong waitSeconds);

    /**
     * The sources of a page with such a part.
     *
     * @param styles of the page itself
     * @return directives of a Content-Security-Policy
     */
    String policy(String styles);

    /**
     * Answers a request below {@link #PLACE}.
     *
     * @param name what stands behind it
     * @param call the request
     * @param context the path of the application
     * @param secured whether it came by HTTPS
     * @return null if this challenge has nothing of that name, or the request is about another
     */
    @Nullable
    Served serve(String name, CallContext call, String context, boolean secured);
}
