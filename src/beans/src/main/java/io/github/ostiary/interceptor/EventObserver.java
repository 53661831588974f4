package io.github.ostiary.interceptor;

import io.github.ostiary.GuardListener;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.EventContext;
import jakarta.enterprise.inject.spi.EventMetadata;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.inject.spi.ObserverMethod;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One observer of an application, called by the guard's thread, which has the application's class loader meanwhile. Called
 * itself, since where CDI calls several, the first that fails is the last that hears.
 */
final class EventObserver implements GuardListener {

    private final ClassLoader application;
    private final ObserverMethod<Event> observer;
    private final Set<String> rules;
    private final boolean hears;

    EventObserver(ClassLoader application, ObserverMethod<Event> observer) {
        this.application = application;
        this.observer = observer;
        Set<Annotation> qualifiers = observer.getObservedQualifiers();
        this.rules = qualifiers.stream()
                .filter(ByRule.class::isInstance)
                .map(rule -> ((ByRule) rule).value())
                .collect(Collectors.toUnmodifiableSet());
        this.hears = rules.size() <= 1 && qualifiers.stream().allMatch(EventObserver::isOurs);
    }

    private static boolean isOurs(Annotation qualifier) {
        return qualifier instanceof ByRule || qualifier instanceof Any;
    }

    @Override
    public void on(Event event) {
        if (hears && (rules.isEmpty() || rules.contains(event.rule()))) {
            in(application, () -> observer.notify(new RuleEvent(event)));
        }
    }

    /** Does something for an application. */
    static void in(ClassLoader application, Runnable task) {
        Thread thread = Thread.currentThread();
        ClassLoader outer = thread.getContextClassLoader();
        thread.setContextClassLoader(application);
        try {
            task.run();
        } finally {
            thread.setContextClassLoader(outer);
        }
    }

    /** An event with what CDI would tell of one that it fires. */
    private record RuleEvent(Event event) implements EventContext<Event>, EventMetadata {

        @Override
        public Event getEvent() {
            return event;
        }

        @Override
        public EventMetadata getMetadata() {
            return this;
        }

        @Override
        public Set<Annotation> getQualifiers() {
            return Set.of(Any.Literal.INSTANCE, new RuleLiteral(event.rule()));
        }

        @Override
        public @Nullable InjectionPoint getInjectionPoint() {
            return null;
        }

        @Override
        public Type getType() {
            return Event.class;
        }
    }
}
