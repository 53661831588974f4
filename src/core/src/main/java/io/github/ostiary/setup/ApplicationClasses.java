package io.github.ostiary.setup;

import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.DenialHandler;
import io.github.ostiary.GuardListener;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.PlanResolver;
import io.github.ostiary.config.CaptchaTerms;
import io.github.ostiary.config.ClassLookup;
import io.github.ostiary.text.ClassPath;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The maker of objects that a configuration names by their class. */
final class ApplicationClasses implements ClassLookup {

    private static final String CONSTRUCTOR = "it needs a public no-argument constructor that succeeds";

    /** A class of the JDK that is not in every module graph. */
    private static final String HTTP_CLIENT = "java.net.http.HttpClient";

    private final ClassLoader loader;
    private volatile @Nullable GuardCaptchas captchas;
    private volatile GuardCaptchas.@Nullable CaptchaBasis begun;

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
    public boolean has(String className) {
        return ClassPath.has(className, loader);
    }

    @Override
    public KeyResolver resolver(String className) {
        return found(className, KeyResolver.class, bean -> call -> bean.get().resolve(call));
    }

    /**
     * The handler that writes denials.
     *
     * @throws IllegalArgumentException with the remedy
     */
    DenialHandler denialHandler(String className) {
        return found(
                className,
                DenialHandler.class,
                bean -> (call, decision, response) -> bean.get().handle(call, decision, response));
    }

    /**
     * The listener that hears of denials and locks.
     *
     * @throws IllegalArgumentException with the remedy
     */
    GuardListener listener(String className) {
        return found(className, GuardListener.class, bean -> event -> bean.get().on(event));
    }

    /** The bean, asked for when it is first needed, where the application is known to have one; else a new instance. */
    private <T> T found(String className, Class<T> as, Function<Supplier<T>, T> later) {
        Class<? extends T> type = known(className, as);
        return ApplicationBeans.has(loader, type)
                ? later.apply(new FoundBean<>(loader, type, as, () -> create(className, as))::get)
                : create(className, as);
    }

    /**
     * A verifier: the bean of that class, if there is one when it is first asked, else an instance of its own.
     *
     * @throws IllegalArgumentException with the remedy, if it can be neither
     */
    @Override
    public ChallengeVerifier verifier(String className) {
        Class<? extends ChallengeVerifier> type = known(className, ChallengeVerifier.class);
        return new FoundVerifier(loader, type, () -> create(className, ChallengeVerifier.class));
    }

    /**
     * A resolver of plans: as {@link #verifier}.
     *
     * @throws IllegalArgumentException with the remedy, if it can be neither
     */
    @Override
    public PlanResolver planResolver(String className) {
        Class<? extends PlanResolver> type = known(className, PlanResolver.class);
        return new FoundPlanResolver(loader, type, () -> create(className, PlanResolver.class));
    }

    /**
     * A captcha of this jar.
     *
     * @throws IllegalArgumentException with the remedy, if its part is missing
     */
    @Override
    public ChallengeVerifier captcha(CaptchaTerms terms) {
        if (terms.service() != null && !ClassPath.has(HTTP_CLIENT)) {
            throw new IllegalArgumentException("'" + terms.kind().word()
                    + "' is asked by java.net.http, which this JVM has not loaded; let your module require it");
        }
        GuardCaptchas part = captchas;
        if (part == null) {
            if (!ClassPath.has(GuardCaptchas.PART)) {
                throw new IllegalArgumentException(ClassPath.missing(GuardCaptchas.PART));
            }
            part = ClassPath.part(GuardCaptchas.PART, GuardCaptchas.class);
            captchas = part;
            begin(part);
        }
        return part.captcha(terms);
    }

    /** The guard begins: so do its captchas, be they named now or later. */
    void begin(GuardCaptchas.CaptchaBasis basis) {
        begun = basis;
        begin(captchas);
    }

    private void begin(@Nullable GuardCaptchas part) {
        GuardCaptchas.CaptchaBasis basis = begun;
        if (part != null && basis != null) {
            part.begin(basis);
        }
    }

    private <T> Class<? extends T> known(String className, Class<T> as) {
        try {
            return Class.forName(className, false, loader).asSubclass(as);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("there is no class '" + className + "' in this application", e);
        } catch (ClassCastException e) {
            throw new IllegalArgumentException("'" + className + "' does not implement " + as.getName(), e);
        } catch (LinkageError e) {
            throw new IllegalArgumentException("'" + className + "' cannot be loaded", e);
        }
    }
}
