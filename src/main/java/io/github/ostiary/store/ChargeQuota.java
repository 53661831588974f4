package io.github.ostiary.store;

import io.github.ostiary.Quota;
import io.github.ostiary.SoleQuota;

/** A charge's quota, as its store's word on it tells. Immutable. */
final class ChargeQuota extends SoleQuota {

    private final Charge charge;
    private final Verdict said;

    ChargeQuota(Charge charge, Verdict said) {
        this.charge = charge;
        this.said = said;
    }

    @Override
    public <T> void tell(Reader<T> reader, T to) {
        Limit limit = charge.limit();
        long capacity = limit.capacity();
        long remaining = Math.min(said.remaining(), capacity);
        reader.read(to, limit.id().policy(), capacity, limit.rate().windowMicros(), remaining, said.resetMicros());
    }

    @Override
    public Quota quota() {
        return charge.quota(said);
    }

    @Override
    public String policyOf(String rule) {
        LimitId id = charge.limit().id();
        return id.rule().equals(rule) ? id.policy() : rule;
    }
}
