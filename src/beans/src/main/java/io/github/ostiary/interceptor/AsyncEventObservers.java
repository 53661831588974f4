package io.github.ostiary.interceptor;

import io.github.ostiary.GuardListener;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/**
 * The observers of an application that CDI calls on threads of its own. The next event is fired when all have heard this
 * one, so that no more are under way than a listener would receive.
 */
final class AsyncEventObservers implements GuardListener {

    private final ClassLoader application;
    private final BeanManager manager;

    AsyncEventObservers(ClassLoader application, BeanManager manager) {
        this.application = application;
        this.manager = manager;
    }

    @Override
    public void on(Event event) {
        EventObserver.in(application, () -> await(fire(event)));
    }

    private CompletionStage<Event> fire(Event event) {
        var events = manager.getEvent().select(Event.class);
        return event.rule().isEmpty()
                ? events.fireAsync(event)
                : events.select(new RuleLiteral(event.rule())).fireAsync(event);
    }

    /** Waits until all observers have returned, or the guard is closed. */
    private static void await(CompletionStage<Event> fired) {
        try {
            var unused = fired.toCompletableFuture().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an observer failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
