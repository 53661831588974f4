package io.github.ostiary.interceptor;

import io.github.ostiary.GuardListener;
import io.github.ostiary.TimeSource;
import io.github.ostiary.setup.ApplicationBeans;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.GuardClock;
import io.github.ostiary.setup.ProgramGuard;
import io.github.ostiary.setup.Subscription;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.ObserverMethod;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The beans of one application and what they ask of its guard, from its start to its end. Thread-safe. */
final class DeployedBeans {

    private final BeanScan scan = new BeanScan();
    private final EventObservers observers = new EventObservers();
    private final List<Subscription> waiting = new CopyOnWriteArrayList<>();

    /** The scan, with the problems as far as they are known. */
    BeanScan scan() {
        return scan;
    }

    void add(ObserverMethod<GuardListener.Event> observer) {
        observers.add(observer);
    }

    /**
     * Offers the beans to the configuration, and checks what they need: now, or once there is a guard.
     *
     * @param manager which CDI 3 has too, as in TomEE 9
     * @throws io.github.ostiary.ConfigurationException with everything that is known to be wrong now
     */
    void begin(ClassLoader application, BeanManager manager) {
        waiting.add(ApplicationBeans.offer(application, BeanLookup::current));
        if (!manager.getBeans(TimeSource.class).isEmpty()) {
            waiting.add(ApplicationGuards.whenBound(application, () -> GuardClock.check(application)));
        }
        scan.check();
        scan.unchecked().forEach(loader -> waiting.add(ApplicationGuards.whenBound(loader, scan::check)));
        observers.listen(manager);
    }

    /** Makes the guard of an application that has no servlets, unless a bean is one. */
    void guard(ClassLoader application) {
        ProgramGuard.start(application, observers.areSome() || !scan.unchecked().isEmpty());
    }

    void end() {
        observers.end();
        waiting.forEach(Subscription::close);
    }
}
