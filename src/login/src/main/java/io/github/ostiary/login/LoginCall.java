package io.github.ostiary.login;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.SignInCall;
import io.github.ostiary.setup.CallView;
import io.github.ostiary.text.CanonicalText;
import java.util.Optional;

/** A request that signs in, as rules see it: its principal is the name that is tried, who has no role before it is proved. */
final class LoginCall extends CallView implements SignInCall {

    private final String name;
    private final String realm;
    private final String secret;

    /**
     * A call.
     *
     * @param name that is tried
     * @param realm among whose accounts; empty where there is only one such place
     * @param secret the password; empty if it is not known
     */
    LoginCall(CallContext request, String name, String realm, String secret) {
        super(request);
        this.name = name;
        this.realm = realm;
        this.secret = secret;
    }

    @Override
    public Optional<String> principal() {
        return Optional.of(name);
    }

    /** Whether it tries a name that cannot be one, such as one with control characters. */
    boolean isUnreadable() {
        return !name.isBlank() && CanonicalText.of(name).isEmpty();
    }

    @Override
    public String realm() {
        return realm;
    }

    /** A form is not sent again. */
    @Override
    public String credentials() {
        return secret.isEmpty() || request.headers("Authorization").isEmpty() ? "" : name + '\n' + secret;
    }

    @Override
    public boolean inRole(String role) {
        return false;
    }
}
