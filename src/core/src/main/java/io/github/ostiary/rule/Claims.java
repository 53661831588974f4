package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.edge.ArrivingCall.Head;
import io.github.ostiary.edge.ArrivingCall.NeedsBody;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.HeldId;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.text.Digest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All that rules ask of one call; a counter that several keys lead to is asked once. Not thread-safe. */
public final class Claims {

    private static final String BESIDE = ".siege";
    private static final int LONGEST_IDENTITY = 64;

    /** The length of a spelling: that of the digest of any. */
    private static final int SPELLING = 16;

    /** The first, and mostly the only one: it needs no list. The next two fields belong to it. */
    private @Nullable Claim first;

    private @Nullable Rule ofRule;
    private @Nullable Key ofKey;

    /** All, once there are two, or a list of them was asked for. */
    private @Nullable List<Ask> asks;

    /** The rules that have asked all they ask by the head of the call; null for none. */
    private @Nullable List<Rule> whole;

    private final Function<Key, Object> names;
    private final @Nullable ProvedCredentials proved;

    /** The credentials that were read last, and what is kept of them. */
    private String traced = "";

    private String trace = "";

    /** The proof of the first; of no charge. */
    private String proof = "";

    private boolean held;
    private boolean leased;
    private boolean countsDenied;

    /**
     * Nothing yet.
     *
     * @param names from key to the caller as counters know it: a name, or a key
     */
    public Claims(Function<Key, Object> names) {
        this(names, null);
    }

    /**
     * Nothing yet, of calls whose credentials are known again.
     *
     * @param names from key to the caller as counters know it: a name, or a key
     * @param proved knows them; null if none are
     */
    public Claims(Function<Key, Object> names, @Nullable ProvedCredentials proved) {
        this.names = names;
        this.proved = proved;
    }

    private String proof(Rule rule, String identity, String credentials) {
        if (proved == null || credentials.isEmpty()) {
            return "";
        }
        if (!credentials.equals(traced)) { // all rules of a sign-in are sent the same
            traced = credentials;
            trace = proved.trace(credentials);
        }
        return rule.name() + '\n' + identity + '\n' + trace;
    }

    /**
     * The asks that were gathered.
     *
     * @return the list of this object, which its maker changes once all is gathered
     */
    public List<Ask> asks() {
        List<Ask> listed = asks;
        if (listed == null) {
            listed = new ArrayList<>(2);
            if (first != null && ofRule != null && ofKey != null) {
                listed.add(new Ask(first, ofRule, ofKey, proof));
            }
            asks = listed;
        }
        return listed;
    }

    /** The first that was gathered, of at least one; a list of all is not made for it. */
    public Ask first() {
        return asks == null && first != null && ofRule != null && ofKey != null
                ? new Ask(first, ofRule, ofKey, proof)
                : asks().get(0);
    }

    /** The claim, if there is one alone, and it is not held until it is given back; else null. */
    public @Nullable Claim alone() {
        return held || asks != null ? null : first;
    }

    /** The rule of the first claim, of at least one. */
    public Rule rule() {
        return Objects.requireNonNull(ofRule);
    }

    /** Whom the first counts, of at least one. */
    public Key key() {
        return Objects.requireNonNull(ofKey);
    }

    /**
     * The identity of a key to the counters.
     *
     * @param key any
     * @return its identity
     */
    public String identity(Key key) {
        return CounterId.nameOf(names.apply(key));
    }

    /**
     * Adds what a rule asks of a call.
     *
     * @param rule that is about the call
     * @param call the call
     * @return false if the rule must count the call, and no caller can be read from it
     */
    public boolean add(Rule rule, CallContext call) {
        try {
            return rule.claim(call, this);
        } catch (MalformedCallException e) {
            return false;
        }
    }

    /**
     * Adds what a rule asks of a call, as far as its head tells.
     *
     * @param rule that is about the call
     * @param head of the call
     * @return false if it needs the body to know all
     */
    public boolean addByHead(Rule rule, CallContext head) {
        int before = untold(head);
        boolean resolved;
        try {
            resolved = add(rule, head);
        } catch (NeedsBody e) {
            return false;
        }
        if (resolved && before >= 0 && untold(head) == before) {
            List<Rule> known = whole == null ? new ArrayList<>(2) : whole;
            known.add(rule);
            whole = known;
        }
        return true;
    }

    /** How often a head did not tell; negative if it does not say so. */
    private static int untold(CallContext call) {
        return call instanceof Head head ? head.untold() : -1;
    }

    /**
     * Adds what a rule asks of a call, unless the call's head has told it all.
     *
     * @param rule that is about the call
     * @param call the call
     * @param byHead what was gathered by the head; null for nothing
     * @return false if the rule must count the call, and no caller can be read from it
     */
    public boolean add(Rule rule, CallContext call, @Nullable Claims byHead) {
        if (byHead == null || byHead.whole == null || !byHead.whole.contains(rule)) {
            return add(rule, call);
        }
        List<Ask> known = byHead.asks();
        for (int i = 0; i < known.size(); i++) {
            Ask ask = known.get(i);
            if (ask.rule() == rule && ask.claim() instanceof Charge charge) {
                add(rule, charge, ask.key());
            } else if (ask.rule() == rule) {
                leased |= ask.claim() instanceof LeaseClaim;
                hold(ask.claim(), rule, ask.key(), ask.proof());
            }
        }
        return true;
    }

    /** Permits of a key's limits. */
    void charge(Rule rule, List<Limit> limits, Key key, long permits, long waitMicros) {
        Object caller = names.apply(key);
        for (int i = 0; i < limits.size(); i++) {
            add(rule, new Charge(limits.get(i), caller, permits, waitMicros), key);
        }
    }

    /** The same until it is known what the call costs; none if nothing does but its answer. */
    void reserve(Rule rule, List<Limit> limits, Key key, long permits) {
        Object caller = names.apply(key);
        for (int i = 0; i < limits.size(); i++) {
            Charge charge = new Charge(limits.get(i), caller, Math.max(1, permits), 0);
            add(rule, permits == 0 ? charge.looking() : charge.reserved(HeldId.next()), key);
        }
    }

    private void add(Rule rule, Charge charge, Key key) {
        countsDenied |= charge.countsDenied();
        if (!asked(charge)) {
            held |= charge.isHeld() || charge.onlyLooks();
            add(charge, rule, key, "");
        }
    }

    /** A permit for a key. */
    void lease(Rule rule, ConcurrencyPolicy concurrency, Key key) {
        String identity = CounterId.nameOf(names.apply(key));
        LeaseClaim lease = new LeaseClaim(concurrency, identity, HeldId.next());
        List<Ask> before = asks();
        for (int i = 0; i < before.size(); i++) {
            if (lease.isMetBy(before.get(i).claim())
                    && before.get(i).claim().counter().equals(concurrency.counter())) {
                return;
            }
        }
        leased = true;
        hold(lease, rule, key, "");
    }

    /**
     * An attempt, or an answer to a challenge, for a key; one, however many of a call's keys lead there.
     *
     * @param seen what tells it from others, but for how the name was written
     * @param realm among whose accounts the name is tried: to others of that name a success means nothing, as if it were
     *     written in another way; empty where there is only one
     * @param credentials that it comes with; empty if they are typed
     */
    public void reserve(LockoutRule rule, Key key, Purpose purpose, Traits seen, String realm, String credentials) {
        String identity = CounterId.nameOf(names.apply(key));
        if (!isReserved(rule, identity)) {
            String written = rule.spelling.apply(key);
            String spelling =
                    realm.isEmpty() ? written : Digest.of(written + ' ' + realm).substring(0, SPELLING);
            AttemptClaim attempt = new AttemptClaim(
                    rule.policyOf(key),
                    identity,
                    HeldId.next(),
                    purpose,
                    seen.spelled(spelling),
                    rule.label.apply(key));
            hold(attempt, rule, key, proof(rule, identity, credentials));
        }
    }

    /**
     * Adds the claim of a siege for a key whose rule only reports: beside the attempt, and in a counter of another
     * name.
     */
    void besiege(LockoutRule rule, Key key, LockoutPolicy policy, String credentials) {
        String identity = CounterId.nameOf(names.apply(key));
        String beside = identity.substring(0, Math.min(identity.length(), LONGEST_IDENTITY - BESIDE.length())) + BESIDE;
        if (!isReserved(rule, beside)) {
            AttemptClaim attempt =
                    new AttemptClaim(policy, beside, HeldId.next(), Purpose.ATTEMPT_IN_SIEGE, Traits.NONE, "");
            hold(attempt, rule, key, proof(rule, beside, credentials));
        }
    }

    private boolean isReserved(Rule rule, String identity) {
        if (!held) {
            return false;
        }
        List<Ask> before = asks();
        for (int i = 0; i < before.size(); i++) {
            if (before.get(i).rule() == rule && before.get(i).claim().identity().equals(identity)) {
                return true;
            }
        }
        return false;
    }

    /** The answer to the challenge that denied an attempt. */
    public void answer(Ask denied) {
        AttemptClaim attempt = (AttemptClaim) denied.claim(); // nothing else is denied for want of a challenge
        hold(attempt.answer(HeldId.next()), denied.rule(), denied.key(), "");
    }

    /**
     * Whether the end of the call must be known.
     *
     * @return true for leases, attempts and reservations, which are held until then, and where answers are counted
     */
    public boolean areHeld() {
        return held;
    }

    /** Whether any of it is a lease, which ends under a call that goes on unless it is renewed. */
    public boolean areLeased() {
        return leased;
    }

    /** Whether any of it counts when it is denied, so that asking twice would count twice. */
    public boolean countDenied() {
        return countsDenied;
    }

    private boolean asked(Charge charge) {
        if (first == null && asks == null) {
            return false;
        }
        List<Ask> before = asks();
        for (int i = 0; i < before.size(); i++) {
            Charge other = before.get(i).charge();
            if (other != null && charge.asksLike(other)) {
                return true;
            }
        }
        return false;
    }

    private void hold(Claim claim, Rule rule, Key key, String known) {
        held = true;
        add(claim, rule, key, known);
    }

    private void add(Claim claim, Rule rule, Key key, String known) {
        if (first == null && asks == null) {
            first = claim;
            ofRule = rule;
            ofKey = key;
            proof = known;
        } else {
            asks().add(new Ask(claim, rule, key, known));
        }
    }
}
