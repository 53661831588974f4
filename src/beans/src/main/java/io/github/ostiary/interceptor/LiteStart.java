package io.github.ostiary.interceptor;

import io.github.ostiary.GuardListener;
import io.github.ostiary.setup.ApplicationBeans;
import io.github.ostiary.setup.AtStart;
import io.github.ostiary.setup.ProgramGuard;
import io.github.ostiary.text.ByApplication;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticObserver;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.enterprise.inject.spi.EventContext;
import jakarta.enterprise.inject.spi.ObserverMethod;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Called when an application starts whose CDI is Lite: checks its beans and makes its guard.
 *
 * @hidden
 */
public final class LiteStart implements SyntheticObserver<Startup> {

    private static final ByApplication<DeployedBeans> STARTED = new ByApplication<>();

    /** Creates it for the container. */
    public LiteStart() {}

    /**
     * Fails the start with everything that is wrong.
     *
     * @param event the start
     * @param written what the beans need
     */
    @Override
    public void observe(EventContext<Startup> event, Parameters written) {
        BuiltNeeds needs = new BuiltNeeds(written);
        ClassLoader application = Thread.currentThread().getContextClassLoader();
        AtStart.run(() -> begin(application, needs, CDI.current().getBeanManager()));
    }

    private static void begin(ClassLoader application, BuiltNeeds needs, BeanManager manager) {
        needs.eachLimited(application, ApplicationBeans::announce);
        DeployedBeans beans = new DeployedBeans();
        STARTED.put(application, beans);
        needs.scan(application, beans.scan());
        if (needs.areObservers()) {
            observers(manager, needs.observedRules()).forEach(beans::add);
        }
        beans.begin(application, manager);
        if (!needs.hasGuardOfApplication()) {
            beans.guard(application);
        }
    }

    /** A container that is Lite names observers only of an event. */
    private static Set<ObserverMethod<GuardListener.Event>> observers(BeanManager manager, List<String> rules) {
        GuardListener.Event event = EventObservers.SAMPLE;
        Set<ObserverMethod<GuardListener.Event>> found = new LinkedHashSet<>();
        List<ObserverMethod<? super GuardListener.Event>> all = new ArrayList<>(manager.resolveObserverMethods(event));
        rules.forEach(rule -> all.addAll(manager.resolveObserverMethods(event, new RuleLiteral(rule))));
        for (ObserverMethod<? super GuardListener.Event> observer : all) {
            if (observer.getObservedType() == GuardListener.Event.class) {
                found.add(ofEvents(observer));
            }
        }
        return found;
    }

    @SuppressWarnings("unchecked")
    private static ObserverMethod<GuardListener.Event> ofEvents(ObserverMethod<?> observer) {
        return (ObserverMethod<GuardListener.Event>) observer;
    }

    /** Ends what was begun. */
    static void end(ClassLoader application) {
        @Nullable DeployedBeans beans = STARTED.find(application);
        if (beans != null) {
            STARTED.remove(application);
            beans.end();
        }
        ProgramGuard.end(application);
    }
}
