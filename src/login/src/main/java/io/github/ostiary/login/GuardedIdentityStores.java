package io.github.ostiary.login;

import io.github.ostiary.RateLimitExceededException;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.security.enterprise.credential.Credential;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStoreHandler;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The identity stores of an application that uses Jakarta Security, behind its rules. A denied caller gets the answer
 * of a wrong password, which the container writes. Thread-safe.
 */
class GuardedIdentityStores implements IdentityStoreHandler {

    private final IdentityStoreHandler stores;
    private final Supplier<HttpServletRequest> request;

    /** Stores for a proxy, which passes its calls on to another one: OpenWebBeans makes it a subclass. */
    GuardedIdentityStores() {
        this(credential -> CredentialValidationResult.NOT_VALIDATED_RESULT, () -> {
            throw new IllegalStateException("a proxy has no request");
        });
    }

    /**
     * Stores.
     *
     * @param stores those of the container
     * @param request a proxy for the one that is being authenticated
     */
    GuardedIdentityStores(IdentityStoreHandler stores, Supplier<HttpServletRequest> request) {
        this.stores = stores;
        this.request = request;
    }

    /** Looks only at a name with a password; other credentials try no name. */
    @Override
    public CredentialValidationResult validate(Credential credential) {
        ContainerLogins logins = ContainerLogins.current();
        if (logins == null || !(credential instanceof UsernamePasswordCredential tried)) {
            return stores.validate(credential);
        }
        try {
            CredentialValidationResult result = logins.attempt(current(), tried.getCaller(), new PasswordCheck<>() {
                @Override
                public CredentialValidationResult look() {
                    return stores.validate(credential);
                }

                @Override
                public Shown shown(@Nullable CredentialValidationResult seen) {
                    return seen != null && seen.getStatus() == CredentialValidationResult.Status.VALID
                            ? Shown.RIGHT
                            : Shown.WRONG;
                }
            });
            return result == null ? CredentialValidationResult.NOT_VALIDATED_RESULT : result;
        } catch (RateLimitExceededException e) {
            return CredentialValidationResult.INVALID_RESULT;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private @Nullable HttpServletRequest current() {
        try {
            HttpServletRequest found = request.get();
            return found.getMethod() == null ? null : found;
        } catch (ContextNotActiveException | IllegalStateException e) {
            return null;
        }
    }
}
