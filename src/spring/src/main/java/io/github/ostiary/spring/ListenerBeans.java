package io.github.ostiary.spring;

import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener;
import io.github.ostiary.setup.GuardEvents;
import io.github.ostiary.setup.Subscription;
import java.util.ArrayList;
import java.util.List;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** The beans that hear what the guard does, when all beans are made; the one that the configuration names hears it already. */
final class ListenerBeans implements SmartInitializingSingleton, DisposableBean {

    private final SpringGuard guard;
    private final ObjectProvider<GuardListener> listeners;
    private final List<Subscription> subscriptions = new ArrayList<>();

    ListenerBeans(SpringGuard guard, ObjectProvider<GuardListener> listeners) {
        this.guard = guard;
        this.listeners = listeners;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<GuardListener> found = listeners
                .orderedStream()
                .filter(listener -> !guard.beans().isNamed(AopUtils.getTargetClass(listener)))
                .toList();
        if (!found.isEmpty()) {
            Guard raising = guard.get();
            found.forEach(listener -> subscriptions.add(GuardEvents.subscribe(raising, listener)));
        }
    }

    @Override
    public void destroy() {
        subscriptions.forEach(Subscription::close);
    }
}
