package io.github.ostiary.command;

import io.github.ostiary.Key;
import io.github.ostiary.PlanResolver;
import java.util.Optional;

/** The plans of a guard that decides nothing. */
public final class NoPlans implements PlanResolver {

    @Override
    public Optional<String> planOf(Key key) {
        return Optional.empty();
    }
}
