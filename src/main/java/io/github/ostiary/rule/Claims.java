package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Reservation.Purpose;
import io.github.ostiary.store.Reservation.Traits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All that rules ask of one call; a counter that several keys lead to is asked once. Not thread-safe. */
public final class Claims {

    /** The first, and mostly the only one: it needs no list. Whose it is is told with the next two. */
    private @Nullable Claim first;

    private @Nullable Rule ofRule;
    private @Nullable Key ofKey;

    /** All, once there are two, or a list of them was asked for. */
    private @Nullable List<Ask> asks;

    private final Function<Key, String> names;
    private final Ids ids;
    private boolean held;

    /**
     * Nothing yet.
     *
     * @param names from key to identity
     * @param ids names what is held
     */
    public Claims(Function<Key, String> names, Ids ids) {
        this.names = names;
        this.ids = ids;
    }

    /**
     * What was gathered.
     *
     * @return this object's own, to be changed by whoever made it, once all is gathered
     */
    public List<Ask> asks() {
        List<Ask> listed = asks;
        if (listed == null) {
            listed = new ArrayList<>(2);
            if (first != null && ofRule != null && ofKey != null) {
                listed.add(new Ask(first, ofRule, ofKey));
            }
            asks = listed;
        }
        return listed;
    }

    /** What is asked for, if that is one thing alone, and not held until it is given back; else null. */
    public @Nullable Claim alone() {
        return held || asks != null ? null : first;
    }

    /** By which rule the first is asked; null if nothing is. */
    public @Nullable Rule rule() {
        return ofRule;
    }

    /**
     * Who a key is to the counters.
     *
     * @param key any
     * @return its identity
     */
    public String identity(Key key) {
        return names.apply(key);
    }

    /**
     * Adds what a rule asks of a call.
     *
     * @param rule that is about the call
     * @param call the call
     * @return false if the rule must count the call, and nobody to count can be read from it
     */
    public boolean add(Rule rule, CallContext call) {
        try {
            return rule.claim(call, this);
        } catch (MalformedCallException e) {
            return false;
        }
    }

    /** Permits of a key's limits. */
    void charge(LimitRule rule, List<Limit> limits, Key key, long permits, long waitMicros) {
        String identity = names.apply(key);
        for (int i = 0; i < limits.size(); i++) {
            Charge charge = new Charge(limits.get(i), identity, permits, waitMicros);
            if (!asked(charge)) {
                add(charge, rule, key);
            }
        }
    }

    /** A permit for a key. */
    void lease(ConcurrencyRule rule, ConcurrencyPolicy concurrency, Key key) {
        String identity = names.apply(key);
        LeaseClaim lease = new LeaseClaim(concurrency, identity, ids.next());
        List<Ask> before = asks();
        for (int i = 0; i < before.size(); i++) {
            if (lease.isMetBy(before.get(i).claim())
                    && before.get(i).claim().counter().equals(concurrency.counter())) {
                return;
            }
        }
        hold(lease, rule, key);
    }

    /** An attempt for each of a call's keys; false if there is none. */
    public boolean reserve(LockoutRule rule, CallContext call) {
        Set<String> identities = new HashSet<>();
        String value = rule.subject().distinct().apply(call).orElse("");
        String network = rule.subject().network().apply(call).map(names).orElse("");
        for (KeyResolver resolver : rule.subject().keys()) {
            Optional<Key> key = resolver.resolve(call);
            if (key.isEmpty()) {
                return false;
            }
            String identity = names.apply(key.get());
            if (identities.add(identity)) {
                reserve(rule, key.get(), identity, Purpose.ATTEMPT, value, network);
            }
        }
        return true;
    }

    /** An attempt, or an answer to a challenge, for a key. */
    public void reserve(LockoutRule rule, Key key, Purpose purpose, String value, String network) {
        reserve(rule, key, names.apply(key), purpose, value, network);
    }

    private void reserve(LockoutRule rule, Key key, String identity, Purpose purpose, String value, String network) {
        String spelling = rule.subject().spelling().apply(key);
        boolean plain = value.isEmpty() && network.isEmpty() && spelling.isEmpty();
        Traits traits = plain ? Traits.NONE : new Traits(value, network, spelling);
        String label = rule.subject().label().apply(key);
        hold(new Reservation(rule.policyOf(key), identity, ids.next(), purpose, traits, label), rule, key);
    }

    /** The answer to the challenge that denied an attempt. */
    public void answer(Ask denied) {
        if (denied.claim() instanceof Reservation attempt) {
            hold(attempt.answer(ids.next()), denied.rule(), denied.key());
        }
    }

    /**
     * Whether any of it is held until it is given back.
     *
     * @return true for leases and attempts
     */
    public boolean areHeld() {
        return held;
    }

    private boolean asked(Charge charge) {
        if (first == null && asks == null) {
            return false;
        }
        List<Ask> before = asks();
        for (int i = 0; i < before.size(); i++) {
            if (before.get(i).claim().equals(charge)) {
                return true;
            }
        }
        return false;
    }

    private void hold(Claim claim, Rule rule, Key key) {
        held = true;
        add(claim, rule, key);
    }

    private void add(Claim claim, Rule rule, Key key) {
        if (first == null && asks == null) {
            first = claim;
            ofRule = rule;
            ofKey = key;
        } else {
            asks().add(new Ask(claim, rule, key));
        }
    }
}
