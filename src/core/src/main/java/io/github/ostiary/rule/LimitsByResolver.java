package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/** The limits of a rule whose rates a resolver of the application chooses, by who is counted. Thread-safe. */
public final class LimitsByResolver implements LimitSelection {

    /** Limits of contracts are made once for all callers of the same rates. */
    private static final int MOST_CONTRACTS = 1_000;

    private final PlanCache plans;
    private final PlanCache.PlanTerms terms;
    private final LimitsByPlan known;
    private final Function<List<Rate>, List<KeyedLimits>> contracts;
    private final ConcurrentMap<List<Rate>, List<KeyedLimits>> made = new ConcurrentHashMap<>();

    /**
     * The limits of a rule.
     *
     * @param plans of callers
     * @param terms on which they are asked for
     * @param known the standard, and those of plans
     * @param contracts makes limits of the rates of a contract; throws {@link IllegalArgumentException} where the rule cannot
     *     have such
     */
    public LimitsByResolver(
            PlanCache plans,
            PlanCache.PlanTerms terms,
            LimitsByPlan known,
            Function<List<Rate>, List<KeyedLimits>> contracts) {
        this.plans = plans;
        this.terms = terms;
        this.known = known;
        this.contracts = contracts;
    }

    /** The limits of a call; the resolver is asked about who the rule counts first. */
    @Override
    public List<KeyedLimits> of(CallContext call) {
        for (KeyedLimits keyed : known.standard()) {
            Optional<Key> key =
                    keyed.optional() ? Optional.empty() : keyed.key().resolve(call);
            if (key.isPresent()) {
                return of(key.get(), call);
            }
        }
        return known.standard();
    }

    @Override
    public List<KeyedLimits> of(Key key) {
        return of(key, NO_REQUEST);
    }

    private List<KeyedLimits> of(Key key, CallContext call) {
        Contract contract = plans.of(key, terms, call, known.standard());
        if (!contract.rates().isEmpty()) {
            return of(contract);
        }
        return contract.plan().isEmpty()
                ? known.standard()
                : known.byPlan().getOrDefault(contract.plan(), known.standard());
    }

    private List<KeyedLimits> of(Contract contract) {
        List<KeyedLimits> limits = made.get(contract.rates());
        if (limits == null) {
            limits = make(contract.rates());
            if (made.size() >= MOST_CONTRACTS) {
                made.clear();
            }
            made.put(contract.rates(), limits);
        }
        return limits;
    }

    private List<KeyedLimits> make(List<Rate> rates) {
        try {
            return contracts.apply(rates);
        } catch (IllegalArgumentException e) {
            plans.reject(String.valueOf(e.getMessage()));
            return known.standard();
        }
    }

    @Override
    public List<KeyedLimits> ofAllPlans() {
        return known.ofAllPlans();
    }

    /** The limits of all plans, and of a contract that the caller has now. */
    @Override
    public List<KeyedLimits> ofAllPlans(Key key) {
        List<KeyedLimits> all = new ArrayList<>(known.ofAllPlans());
        all.addAll(of(key));
        return all;
    }
}
