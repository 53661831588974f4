package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.Key;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.setup.GuardEvents;
import io.github.ostiary.testing.Await;
import jakarta.enterprise.event.Reception;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.EventContext;
import jakarta.enterprise.inject.spi.ObserverMethod;
import java.lang.annotation.Annotation;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whom of an application's observers its guard tells what, and until when; {@link ObservedEventsIT} has them in servers. */
class EventObserversTest {

    private static final ClassLoader LOADER = EventObserversTest.class.getClassLoader();
    private static final BeanManager UNASKED = (BeanManager)
            Proxy.newProxyInstance(LOADER, new Class<?>[] {BeanManager.class}, (proxy, method, arguments) -> {
                throw new AssertionError(method);
            });

    private final Guard guard =
            GuardBuilder.create().limit("reply", "1/1h").limit("mail", "1/1h").build();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final EventObservers observers = new EventObservers();

    @AfterEach
    void end() {
        ApplicationGuards.unbind(LOADER);
        guard.close();
    }

    @Test
    void a_guard_that_comes_later_tells_them_until_they_end() {
        observers.add(new Hearer("reply only", Set.of(new RuleLiteral("reply"))));
        observers.add(new Hearer("all", Set.of()));
        observers.listen(UNASKED);
        ApplicationGuards.bind(LOADER, () -> guard);
        deny("mail");
        deny("reply");
        Await.until(() -> heard.size() == 3, Duration.ofSeconds(20));
        assertThat(heard).containsExactly("all LIMITED mail", "reply only LIMITED reply", "all LIMITED reply");
        observers.end();
        deny("mail");
        List<Event> after = new CopyOnWriteArrayList<>();
        GuardEvents.subscribe(guard, after::add);
        deny("mail");
        Await.until(() -> !after.isEmpty(), Duration.ofSeconds(20));
        assertThat(heard).hasSize(3);
    }

    @Test
    void one_has_the_class_loader_of_its_application_while_it_hears() {
        ClassLoader outer = Thread.currentThread().getContextClassLoader();
        ClassLoader application = new ClassLoader(LOADER) {};
        ClassLoader[] seen = new ClassLoader[1];
        EventObserver observer = new EventObserver(application, new Hearer("x", Set.of()) {
            @Override
            public void notify(EventContext<Event> told) {
                seen[0] = Thread.currentThread().getContextClassLoader();
                assertThat(told.getMetadata().getQualifiers()).contains(new RuleLiteral("reply"));
            }
        });
        observer.on(new Event(Kind.LIMITED, "reply", Optional.empty(), Optional.empty()));
        assertThat(seen[0]).isSameAs(application);
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(outer);
    }

    @Test
    void one_with_a_qualifier_of_somebody_elses_hears_nothing() {
        Annotation other = Default.Literal.INSTANCE;
        new EventObserver(LOADER, new Hearer("x", Set.of(other)))
                .on(new Event(Kind.LIMITED, "reply", Optional.empty(), Optional.empty()));
        assertThat(heard).isEmpty();
    }

    private void deny(String rule) {
        for (int i = 0; i < 2; i++) {
            guard.limiter(rule).tryAcquire(Key.of("bob"), 1);
        }
        guard.limiter(rule).reset(Key.of("bob"));
    }

    private class Hearer implements ObserverMethod<Event> {

        private final String name;
        private final Set<Annotation> qualifiers;

        Hearer(String name, Set<Annotation> qualifiers) {
            this.name = name;
            this.qualifiers = qualifiers;
        }

        @Override
        public Class<?> getBeanClass() {
            return EventObserversTest.class;
        }

        @Override
        public Type getObservedType() {
            return Event.class;
        }

        @Override
        public Set<Annotation> getObservedQualifiers() {
            return qualifiers;
        }

        @Override
        public Reception getReception() {
            return Reception.ALWAYS;
        }

        @Override
        public TransactionPhase getTransactionPhase() {
            return TransactionPhase.IN_PROGRESS;
        }

        @Override
        public void notify(EventContext<Event> told) {
            heard.add(name + " " + told.getEvent());
        }
    }
}
