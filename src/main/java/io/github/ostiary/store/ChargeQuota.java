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
    public Quota quota() {
        return charge.quota(said);
    }

    @Override
    public String rule() {
        return charge.limit().id().rule();
    }

    @Override
    public String policy() {
        return charge.limit().id().policy();
    }

    @Override
    public long windowMicros() {
        return charge.limit().rate().windowMicros();
    }

    @Override
    public long limit() {
        return charge.limit().capacity();
    }

    @Override
    public long remaining() {
        return charge.remaining(said);
    }

    @Override
    public long resetMicros() {
        return said.resetMicros();
    }
}
