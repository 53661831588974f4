package io.github.ostiary.login;

import io.github.ostiary.setup.AtStart;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;

/**
 * Puts the rules in front of the identity stores of an application, where Jakarta Security is there. CDI makes it; its
 * observers run once, before the application does.
 *
 * @hidden
 */
public class IdentityStoreExtension implements Extension {

    private static final String HANDLER = "jakarta.security.enterprise.identitystore.IdentityStoreHandler";
    /** An extension for CDI. */
    public IdentityStoreExtension() {}

    void addHandler(@Observes AfterBeanDiscovery discovery, BeanManager beans) {
        ClassLoader application = Thread.currentThread().getContextClassLoader();
        if (isThere(application)) {
            AtStart.run(() -> {
                Late.add(discovery, beans);
                GuardedApplications.reached(application);
            });
        }
    }

    private static boolean isThere(ClassLoader loader) {
        try {
            Class<?> seen = Class.forName(HANDLER, false, loader);
            return seen == Class.forName(HANDLER, false, IdentityStoreExtension.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Loaded only where Jakarta Security is there. */
    private static final class Late {

        static void add(AfterBeanDiscovery discovery, BeanManager beans) {
            discovery.addBean(new IdentityStoreBean(beans));
        }
    }
}
