package io.github.ostiary.login;

import io.github.ostiary.CallContext;
import io.github.ostiary.setup.CallView;
import java.util.Optional;

/** A request that signs in, as rules see it: its principal is the name that is tried, who has no role before it is proved. */
final class LoginCall extends CallView {

    private final String name;

    LoginCall(CallContext request, String name) {
        super(request);
        this.name = name;
    }

    @Override
    public Optional<String> principal() {
        return Optional.of(name);
    }

    @Override
    public boolean inRole(String role) {
        return false;
    }
}
