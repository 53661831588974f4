package io.github.ostiary.testing.platform;

import io.github.ostiary.testing.acceptance.PasswordStore;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.security.enterprise.AuthenticationException;
import jakarta.security.enterprise.AuthenticationStatus;
import jakarta.security.enterprise.authentication.mechanism.http.HttpAuthenticationMechanism;
import jakarta.security.enterprise.authentication.mechanism.http.HttpMessageContext;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStoreHandler;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** An application's own mechanism: name and password are headers. */
@ApplicationScoped
public class HeaderMechanism implements HttpAuthenticationMechanism {

    @Inject
    private IdentityStoreHandler stores;

    @Override
    public AuthenticationStatus validateRequest(
            HttpServletRequest request, HttpServletResponse response, HttpMessageContext context)
            throws AuthenticationException {
        String user = request.getHeader("User");
        if (user == null) {
            return context.isProtected() ? context.responseUnauthorized() : context.doNothing();
        }
        CredentialValidationResult result =
                stores.validate(new UsernamePasswordCredential(user, request.getHeader("Password")));
        return result.getStatus() == CredentialValidationResult.Status.VALID
                ? context.notifyContainerAboutLogin(result)
                : context.responseUnauthorized();
    }

    /** Its users sign in by these headers. */
    @ApplicationScoped
    public static class HeaderStore extends PasswordStore {}
}
