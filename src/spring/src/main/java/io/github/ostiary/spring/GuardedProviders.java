package io.github.ostiary.spring;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSource;
import org.springframework.security.authentication.AuthenticationEventPublisher;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.core.Authentication;

/** A manager as Spring Security makes it, behind the guard: to those who ask for that class a proxy would cost a start more. */
final class GuardedProviders extends ProviderManager {

    private final ProviderManager manager;
    private final GuardedManager guarded;

    /**
     * A manager.
     *
     * @param manager has the providers
     * @param guarded asks it
     */
    GuardedProviders(ProviderManager manager, GuardedManager guarded) {
        super(manager.getProviders(), manager);
        this.manager = manager;
        this.guarded = guarded;
    }

    @Override
    public @Nullable Authentication authenticate(Authentication tried) {
        return guarded.authenticate(tried);
    }

    @Override
    public List<AuthenticationProvider> getProviders() {
        return manager.getProviders();
    }

    @Override
    public void setMessageSource(MessageSource messages) {
        manager.setMessageSource(messages);
    }

    @Override
    public void setAuthenticationEventPublisher(AuthenticationEventPublisher publisher) {
        manager.setAuthenticationEventPublisher(publisher);
    }

    @Override
    public void setEraseCredentialsAfterAuthentication(boolean erase) {
        manager.setEraseCredentialsAfterAuthentication(erase);
    }

    @Override
    public boolean isEraseCredentialsAfterAuthentication() {
        return manager.isEraseCredentialsAfterAuthentication();
    }
}
