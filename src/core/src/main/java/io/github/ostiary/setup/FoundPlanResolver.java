package io.github.ostiary.setup;

import io.github.ostiary.Key;
import io.github.ostiary.PlanResolver;
import io.github.ostiary.Rate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A plan resolver that is looked for when it is first asked: beans begin to exist after the guard. It is asked with the class
 * loader of its application. Thread-safe.
 */
final class FoundPlanResolver implements PlanResolver {

    private final FoundBean<PlanResolver> resolver;
    private final @Nullable ClassLoader loader;

    FoundPlanResolver(ClassLoader application, Class<? extends PlanResolver> type, Supplier<PlanResolver> otherwise) {
        this.resolver = new FoundBean<>(application, type, PlanResolver.class, otherwise);
        this.loader = type.getClassLoader();
    }

    @Override
    public Optional<String> planOf(Key key) throws Exception {
        return inApplication(() -> resolver.get().planOf(key));
    }

    @Override
    public List<Rate> ratesOf(Key key) throws Exception {
        return inApplication(() -> resolver.get().ratesOf(key));
    }

    private <T> T inApplication(Callable<T> question) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return question.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
