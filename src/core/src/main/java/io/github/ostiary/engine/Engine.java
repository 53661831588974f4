package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lockouts;
import io.github.ostiary.QuotaUse;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Semaphores;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.ArrivingCall;
import io.github.ostiary.edge.ArrivingCall.NeedsBody;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.engine.DecisionListener.Door;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Claims;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.MatchedRules;
import io.github.ostiary.rule.ProvedCredentials;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.rule.RuleSet.ByHead;
import io.github.ostiary.rule.UnreadableCallException;
import io.github.ostiary.store.Histogram;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A running guard: rules, tiers, and the order in which a call is decided. Thread-safe. */
public final class Engine implements Guard, OpenEntrance {

    private volatile RuleSet rules;
    private final Tiers tiers;
    private final Function<Key, Object> names;
    private final ProvedCredentials proved;
    private final WaitQueues waiting;
    private final AdmissionControl control;
    private final Consumer<GuardedAdmission> renewal;
    private final Challenges challenges;
    private final Prospects prospects;
    private final LimiterRegistry handedOut;
    private final QuotaReader quotas;

    /**
     * A guard.
     *
     * @param rules in force at first
     * @param tiers where decisions are made; closed with the guard
     * @param names from key to the caller as counters know it: a name, or a key
     * @param maxWaiting how many calls may be held at once
     * @param waits counts how long, µs; null if nobody wants to know
     * @param listener told what is decided, settled and changed; closed with the guard
     * @param changes tells who changes something, and when
     */
    public Engine(
            RuleSet rules,
            Tiers tiers,
            Function<Key, Object> names,
            int maxWaiting,
            @Nullable Histogram waits,
            DecisionListener listener,
            ChangeMaker changes) {
        this.rules = rules;
        this.tiers = tiers;
        this.names = names;
        this.proved = new ProvedCredentials(changes.time());
        this.waiting = new WaitQueues(maxWaiting, waits, tiers.pace());
        this.control = new AdmissionControl(tiers, waiting, listener, proved);
        control.follow(rules);
        Supplier<Claims> claims = this::claims;
        this.handedOut = new LimiterRegistry(tiers, control, changes, names, claims);
        this.quotas = new QuotaReader(this::inForce, tiers, control, claims, changes.time());
        this.renewal = call -> tiers.watch(Ask.claims(call.leases()), call);
        SiegeLimits limits = new SiegeLimits(this::inForce, claims);
        this.challenges = new Challenges(control, limits, claims, this::enter);
        this.prospects = new Prospects(tiers, claims, limits);
    }

    private Claims claims() {
        return new Claims(names, proved);
    }

    /** The way in by rules that are, or just were, in force; who asks by name is decided by those that are. */
    public Entrance by(RuleSet by, BiFunction<CallContext, Decision.Denied, @Nullable String> references) {
        return new RuledEntrance(this, by, references);
    }

    private record RuledEntrance(
            Engine engine, RuleSet by, BiFunction<CallContext, Decision.Denied, @Nullable String> references)
            implements OpenEntrance {

        @Override
        public PendingAdmission enter(CallContext call, Position position, MetRules met) {
            return engine.enter(by, call, position, met);
        }

        @Override
        public PendingAdmission enter(Collection<String> rules, CallContext call) {
            return engine.enter(rules, call);
        }

        @Override
        public @Nullable String reference(CallContext call, Decision.Denied denied) {
            return references.apply(call, denied);
        }
    }

    @Override
    public PendingAdmission enter(CallContext call, Position position, MetRules met) {
        return enter(rules, call, position, met);
    }

    private GuardedAdmission enter(RuleSet by, CallContext call, Position position, MetRules met) {
        Optional<String> path = call.path();
        if (path.isEmpty()) {
            return unlimited(Door.REQUEST);
        }
        try {
            AskedByHead known = met.isEmpty() ? byHead(by, call, path.get(), position) : AskedByHead.NOTHING;
            Claims head = known.claims();
            GuardedAdmission refused = head != null && known.needsBody() ? control.refused(head, Door.REQUEST) : null;
            return refused == null
                    ? decide(by.matching(call, path.get(), position, met), call, head, Door.REQUEST)
                    : refused;
        } catch (UnreadableCallException e) {
            return control.denied(Door.REQUEST, Reason.MALFORMED, e.rule());
        }
    }

    private DecidedAdmission unlimited(Door door) {
        control.listener.decided(door, List.of(), TierAnswer.NONE, Decisions.UNLIMITED);
        return DecidedAdmission.UNLIMITED;
    }

    /** All that is asked of a call, as far as its head tells: null if nothing. The body may tell more. */
    private record AskedByHead(@Nullable Claims claims, boolean needsBody) {

        static final AskedByHead NOTHING = new AskedByHead(null, false);
    }

    /**
     * Looks at the head of a call first: a denial that needs no body is answered before the body is read, which a caller may
     * send as slowly as he likes. Everything else is decided together, when all of it is known; so where what is denied
     * counts, too.
     */
    private AskedByHead byHead(RuleSet by, CallContext call, String path, Position position) {
        CallContext head = call instanceof ArrivingCall arriving ? arriving.head() : call;
        if (head == call || call.attribute(Admission.ADMISSIONS) != null) {
            return AskedByHead.NOTHING;
        }
        Claims claims = claims();
        try {
            ByHead known = by.countedByHead(head, path, position);
            boolean needsBody = !known.all();
            for (Rule rule : known.rules()) {
                if (rule.countsDenied()) {
                    return AskedByHead.NOTHING;
                }
                needsBody |= !claims.addByHead(rule, head);
            }
            return new AskedByHead(claims, needsBody);
        } catch (NeedsBody e) {
            return AskedByHead.NOTHING;
        }
    }

    @Override
    public PendingAdmission enter(Collection<String> names, CallContext call) {
        try {
            return decide(rules.matching(names, call), call, null, Door.RULES);
        } catch (UnreadableCallException e) {
            return control.denied(Door.RULES, Reason.MALFORMED, e.rule());
        }
    }

    /** Decides about the whole call. It takes the answers that the call's head has given, and asks for the others. */
    private GuardedAdmission decide(MatchedRules matched, CallContext call, @Nullable Claims byHead, Door door) {
        if (matched.isEmpty()) {
            return unlimited(door);
        }
        if (matched.block() != null) { // block.NAME denies at once
            return control.denied(door, Reason.BLOCKED, matched.block());
        }
        Claims claims = claims();
        boolean shadowed = matched.shadowed();
        for (int i = 0; i < matched.counted().size(); i++) { // the caller, for each rule that no allow.NAME waives
            Rule rule = matched.counted().get(i);
            boolean resolved = claims.add(rule, call, byHead);
            if (!resolved && !rule.shadow()) {
                return control.denied(door, Reason.MALFORMED, rule.basics());
            }
            shadowed |= !resolved;
        }
        if (!claims.areHeld()) { // permits of rates are used up at once: nothing to borrow, prove, renew or end
            return toldWaiting(control.admit(claims, shadowed, door));
        }
        List<SharedPermit> lent = control.borrow(claims, call); // what the same request holds is not asked for again
        try {
            DecidedAdmission first = control.decide(claims, shadowed); // everything together, all or nothing
            return toldWaiting(
                    first.needsChallenge()
                            ? challenges.answer(claims, first, call, lent, door)
                            : enter(claims, first, lent, door));
        } catch (Throwable failure) {
            lent.forEach(SharedPermit::giveBack);
            throw failure;
        }
    }

    private GuardedAdmission toldWaiting(GuardedAdmission call) {
        if (call.isWaiting()) {
            control.listener.waits(call);
        }
        return call;
    }

    /** Lets a call in, has it wait or denies it; its leases are renewed for as long as it has them. */
    private GuardedAdmission enter(Claims claims, DecidedAdmission decided, List<SharedPermit> lent, Door door) {
        GuardedAdmission call = control.conclude(decided, lent, door);
        if (claims.areLeased()) {
            call.whenHolding(renewal);
        }
        return call;
    }

    @Override
    public Key keyFor(String rule, CallContext call) {
        return rules.named(rule).iterator().next().keyOf(call);
    }

    /** Tells what would be decided; the same for the life of the guard. */
    public Prospects prospects() {
        return prospects;
    }

    /** Tells callers what they have used; the same for the life of the guard. */
    public QuotaReader quotas() {
        return quotas;
    }

    @Override
    public List<QuotaUse> usage(Key key) {
        return quotas.of(key);
    }

    @Override
    public RateLimiter limiter(String rule) {
        return handedOut.limiter(this::inForce, rule);
    }

    @Override
    public Semaphores semaphores(String rule) {
        return handedOut.semaphores(this::inForce, rule);
    }

    @Override
    public Lockouts lockouts(String rule) {
        return handedOut.lockouts(this::inForce, rule);
    }

    /**
     * Puts other rules in force, between two decisions: each is made by the ones or by the others. What was handed out
     * before follows. Not to be called by two threads at once.
     *
     * @param next with all that were handed out by name
     * @throws IllegalArgumentException if one of those is missing; nothing has changed then
     */
    public void replace(RuleSet next) {
        handedOut.follow(next, () -> {
            rules = next;
            control.follow(next);
        });
    }

    /**
     * Finds what Java has been handed out by name and other rules do not have.
     *
     * @param next the other rules
     * @return one sentence each; empty if they can be put in force
     */
    public List<String> missing(RuleSet next) {
        return handedOut.missing(next);
    }

    /**
     * The rules in force.
     *
     * @return others once they are replaced
     */
    public RuleSet inForce() {
        return rules;
    }

    /**
     * Unlocks on behalf of an operator.
     *
     * @param rule of a lockout
     * @param key whose
     * @param by who does it
     * @param reason why
     */
    public void unlock(String rule, Key key, Operator by, String reason) {
        handedOut.lockouts(this::inForce, rule).unlock(key, by, reason);
    }

    /**
     * The same, for a key of which only the identity is known.
     *
     * @param rule of a lockout
     * @param identity as listed
     * @param by who does it
     * @param reason why
     */
    public void unlockIdentity(String rule, String identity, Operator by, String reason) {
        handedOut.lockouts(this::inForce, rule).unlockIdentity(identity, by, reason);
    }

    /**
     * Locks on behalf of an operator.
     *
     * @param rule of a lockout
     * @param key whose
     * @param duration for how long; empty until an operator unlocks
     * @param by who does it
     * @param reason why
     */
    public void lock(String rule, Key key, Optional<Duration> duration, Operator by, String reason) {
        handedOut.lockouts(this::inForce, rule).lock(key, duration, by, reason);
    }

    /**
     * The caller that a limit counts in place of a key made by hand.
     *
     * @param rule of a limit
     * @param key such as an address
     * @return such as its network
     */
    public Key adopted(String rule, Key key) {
        return LimiterRegistry.limit(rules, rule).adopt(key);
    }

    /**
     * Makes sure that there is a rule of a name.
     *
     * @param rule the name
     * @throws IllegalArgumentException if there is none; the message names the nearest
     */
    public void require(String rule) {
        var unused = rules.named(rule);
    }

    /**
     * Adds a rule of a bean, unless its name is taken.
     *
     * @param rule without paths
     */
    public void add(LimitRule rule) {
        rules.addIfAbsent(rule);
        control.listen(rules);
    }

    /** The tokens by which owners open locks; the same for the life of the guard. */
    public UnlockLinks links() {
        return handedOut.links;
    }

    /** Opens a lock for the network of a call that hands in a token. */
    public LinkOutcome open(String token, CallContext call) {
        return handedOut.open(this::inForce, token, call);
    }

    /** How many calls are held. */
    public int waiting() {
        return waiting.size();
    }

    /** How many may be held at once. */
    public int room() {
        return waiting.room();
    }

    @Override
    public void close() {
        waiting.close();
        tiers.close();
        control.listener.close();
    }
}
