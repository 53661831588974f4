package io.github.ostiary.spring;

import io.github.ostiary.login.PasswordCheck;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.CredentialsExpiredException;
import org.springframework.security.authentication.InsufficientAuthenticationException;
import org.springframework.security.authentication.ProviderNotFoundException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;

/**
 * A look at a password by a manager of Spring Security. What is published as a success is one. A locked or disabled account
 * and an unknown name are no more than wrong passwords: else a caller would learn which it is. A fault, and an exception that
 * is thrown only when the password was right, show nothing.
 */
record ManagerCheck(AuthenticationManager manager, Authentication tried) implements PasswordCheck<Authentication> {

    /** The exception of a leaked password, since Spring Security 6.3. */
    private static final String COMPROMISED =
            "org.springframework.security.authentication.password.CompromisedPasswordException";

    @Override
    public @Nullable Authentication look() {
        return manager.authenticate(tried);
    }

    @Override
    public String secret() {
        Object credentials = tried.getCredentials();
        return credentials instanceof CharSequence ? credentials.toString() : "";
    }

    @Override
    public Shown shown(@Nullable Authentication answer) {
        return answer != null && answer.isAuthenticated() ? Shown.RIGHT : Shown.NOTHING;
    }

    @Override
    public Shown shownBy(Throwable failure) {
        boolean nothing = !(failure instanceof AuthenticationException)
                || failure instanceof AuthenticationServiceException
                || failure instanceof CredentialsExpiredException
                || failure instanceof InsufficientAuthenticationException
                || failure instanceof ProviderNotFoundException
                || failure.getClass().getName().equals(COMPROMISED);
        return nothing ? Shown.NOTHING : Shown.WRONG;
    }
}
