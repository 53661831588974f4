package io.github.ostiary.testing.acceptance;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.authentication.mechanism.http.BasicAuthenticationMechanismDefinition;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;
import java.util.Set;

/** The users of the application, where Jakarta Security asks for them; signs in by BASIC. */
@ApplicationScoped
@BasicAuthenticationMechanismDefinition(realmName = "test")
public class CountingStore implements IdentityStore {

    /** Looks at a password. */
    public CredentialValidationResult validate(UsernamePasswordCredential tried) {
        return Passwords.areRight(tried.getCaller(), tried.getPasswordAsString())
                ? new CredentialValidationResult(tried.getCaller(), Set.of("user"))
                : CredentialValidationResult.INVALID_RESULT;
    }
}
