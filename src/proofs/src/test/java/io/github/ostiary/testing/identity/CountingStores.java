package io.github.ostiary.testing.identity;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.credential.Credential;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStoreHandler;
import java.util.concurrent.atomic.AtomicInteger;

/** Stores that know everybody by the password {@code right}, fall over {@code broken}, and count the passwords they look at. */
@ApplicationScoped
public class CountingStores implements IdentityStoreHandler {

    static final AtomicInteger LOOKED = new AtomicInteger();

    @Override
    public CredentialValidationResult validate(Credential credential) {
        LOOKED.incrementAndGet();
        if (credential instanceof UsernamePasswordCredential tried) {
            String password = tried.getPasswordAsString();
            if (password.equals("broken")) {
                throw new IllegalStateException("the directory is gone");
            }
            return password.equals("right")
                    ? new CredentialValidationResult(tried.getCaller())
                    : CredentialValidationResult.INVALID_RESULT;
        }
        return CredentialValidationResult.NOT_VALIDATED_RESULT;
    }
}
