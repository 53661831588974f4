package io.github.ostiary.interceptor;

import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.GuardEvents;
import io.github.ostiary.setup.Subscription;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.ObserverMethod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The observers among an application's beans that hear what its guard does. A guard learns of them when there are any, and
 * is not burdened otherwise. Thread-safe.
 */
final class EventObservers {

    /** An event that nothing caused. */
    static final Event SAMPLE = new Event(GuardListener.Kind.STORE_RECOVERED, "", Optional.empty(), Optional.empty());

    private final List<ObserverMethod<Event>> observers = new CopyOnWriteArrayList<>();
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

    void add(ObserverMethod<Event> observer) {
        observers.add(observer);
    }

    boolean areSome() {
        return !observers.isEmpty();
    }

    /** Registers them with their applications' guards, some of which may not be there yet. */
    void listen(BeanManager manager) {
        Set<ClassLoader> applications = new HashSet<>();
        for (ObserverMethod<Event> observer : observers) {
            ClassLoader own = observer.getBeanClass().getClassLoader();
            applications.add(own == null ? Thread.currentThread().getContextClassLoader() : own);
        }
        for (ClassLoader application : applications) {
            subscriptions.add(ApplicationGuards.whenBound(application, () -> listen(application, manager)));
        }
    }

    private void listen(ClassLoader application, BeanManager manager) {
        Guard guard = ApplicationGuards.of(application).orElseThrow();
        for (GuardListener listener : listeners(application, manager)) {
            subscriptions.add(GuardEvents.subscribe(guard, listener));
        }
    }

    /** One for each synchronous observer, so that none keeps the others from hearing, and one for all others. */
    private List<GuardListener> listeners(ClassLoader application, BeanManager manager) {
        List<GuardListener> listeners = new ArrayList<>();
        observers.stream()
                .filter(observer -> observer.getBeanClass().getClassLoader() == application)
                .filter(observer -> !observer.isAsync())
                .sorted(Comparator.comparingInt(ObserverMethod::getPriority))
                .map(observer -> new EventObserver(application, observer))
                .forEach(listeners::add);
        if (observers.stream().anyMatch(ObserverMethod::isAsync)) {
            listeners.add(new AsyncEventObservers(application, manager));
        }
        return listeners;
    }

    /** Calls no observer any more. */
    void end() {
        subscriptions.forEach(Subscription::close);
    }
}
