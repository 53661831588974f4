package io.github.ostiary.setup;

import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.config.ClassLookup;

/** The maker of objects that a configuration names by their class. */
final class ApplicationClasses implements ClassLookup {

    private static final String CONSTRUCTOR = "it needs a public no-argument constructor that succeeds";

    private final ClassLoader loader;

    ApplicationClasses(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * A new instance.
     *
     * @throws IllegalArgumentException with the remedy
     */
    <T> T create(String className, Class<T> type) {
        try {
            return type.cast(Class.forName(className, true, loader)
                    .getDeclaredConstructor()
                    .newInstance());
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("there is no class '" + className + "' in this application", e);
        } catch (ClassCastException e) {
            throw new IllegalArgumentException("'" + className + "' does not implement " + type.getName(), e);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalArgumentException("'" + className + "' cannot be made; " + CONSTRUCTOR, e);
        }
    }

    @Override
    public KeyResolver resolver(String className) {
        return create(className, KeyResolver.class);
    }

    /**
     * A verifier: the bean of that class, if there is one when it is first asked, else an instance of its own.
     *
     * @throws IllegalArgumentException with the remedy, if it can be neither
     */
    @Override
    public ChallengeVerifier verifier(String className) {
        try {
            Class<? extends ChallengeVerifier> type =
                    Class.forName(className, false, loader).asSubclass(ChallengeVerifier.class);
            return new FoundVerifier(type, () -> create(className, ChallengeVerifier.class));
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("there is no class '" + className + "' in this application", e);
        } catch (ClassCastException e) {
            throw new IllegalArgumentException(
                    "'" + className + "' does not implement " + ChallengeVerifier.class.getName(), e);
        } catch (LinkageError e) {
            throw new IllegalArgumentException("'" + className + "' cannot be loaded", e);
        }
    }
}
