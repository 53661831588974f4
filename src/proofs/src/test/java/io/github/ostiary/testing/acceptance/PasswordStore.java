package io.github.ostiary.testing.acceptance;

import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;
import java.util.Set;

/** The users of an application, where Jakarta Security asks for them. */
public abstract class PasswordStore implements IdentityStore {

    /** Looks at a password. */
    public CredentialValidationResult validate(UsernamePasswordCredential tried) {
        return Passwords.areRight(tried.getCaller(), tried.getPasswordAsString())
                ? new CredentialValidationResult(tried.getCaller(), Set.of("user"))
                : CredentialValidationResult.INVALID_RESULT;
    }
}
