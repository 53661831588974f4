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

    private final Class<? extends PlanResolver> type;
    private final Supplier<PlanResolver> otherwise;
    private volatile @Nullable PlanResolver found;

    FoundPlanResolver(Class<? extends PlanResolver> type, Supplier<PlanResolver> otherwise) {
        this.type = type;
        this.otherwise = otherwise;
    }

    /** Two threads may look at once: a bean is the same for both. */
    private PlanResolver resolver() {
        PlanResolver known = found;
        if (known == null) {
            known = ApplicationBeans.bean(type, PlanResolver.class).orElseGet(otherwise);
            found = known;
        }
        return known;
    }

    @Override
    public Optional<String> planOf(Key key) throws Exception {
        return inApplication(() -> resolver().planOf(key));
    }

    @Override
    public List<Rate> ratesOf(Key key) throws Exception {
        return inApplication(() -> resolver().ratesOf(key));
    }

    private <T> T inApplication(Callable<T> question) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(type.getClassLoader());
        try {
            return question.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
