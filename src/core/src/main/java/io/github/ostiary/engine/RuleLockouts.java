package io.github.ostiary.engine;

import io.github.ostiary.Attempt;
import io.github.ostiary.CallContext;
import io.github.ostiary.Change;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.Lockouts;
import io.github.ostiary.engine.DecisionListener.Door;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.rule.Claims;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Step;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A lockout rule, asked from Java. */
final class RuleLockouts implements Lockouts {

    private static final String UNLOCK_UNSURE = "is unlocked on this node only";
    private static final String BY_HAND = "locked by hand";
    private static final String BY_LINK = "link";
    private static final int MAX_LISTED = 1_000;

    /** The one in force. */
    private volatile LockoutRule rule;

    private final Tiers tiers;
    private final AdmissionControl control;
    private final ChangeMaker changes;
    private final Supplier<Claims> fresh;
    private final UnlockLinks links;

    RuleLockouts(
            LockoutRule rule,
            Tiers tiers,
            AdmissionControl control,
            ChangeMaker changes,
            Supplier<Claims> fresh,
            UnlockLinks links) {
        this.links = links;
        this.rule = rule;
        this.tiers = tiers;
        this.control = control;
        this.changes = changes;
        this.fresh = fresh;
    }

    /** Decides by another rule of the same name from now on. */
    void follow(LockoutRule next) {
        rule = next;
    }

    @Override
    public String rule() {
        return rule.name();
    }

    @Override
    public Attempt begin(Key key) {
        if (rule.policy().distinct()) {
            throw new IllegalArgumentException("lockout." + rule.name()
                    + " counts different values, and a key has none; use begin(call), or remove distinct");
        }
        return begin(reserved(key, Purpose.ATTEMPT));
    }

    @Override
    public Attempt begin(CallContext call) {
        if (rule.refuses(call)) {
            return begunBlocked();
        }
        Claims claims = fresh.get();
        if (!rule.reserve(call, claims)) {
            throw new IllegalArgumentException(
                    "this call has no identity that lockout." + rule.name() + " could count");
        }
        return begin(claims);
    }

    /** An attempt that is denied before anything is counted. */
    private Attempt begunBlocked() {
        if (rule.shadow()) {
            control.listener.decided(Door.JAVA, List.of(), TierAnswer.NONE, DecidedAdmission.SHADOWED.decision());
            return new Begun(DecidedAdmission.SHADOWED);
        }
        return new Begun(control.denied(Door.JAVA, Reason.BLOCKED, rule.basics()));
    }

    @Override
    public Attempt beginChallenge(Key key) {
        return begin(reserved(key, Purpose.CHALLENGE));
    }

    private Claims reserved(Key key, Purpose purpose) {
        Claims claims = fresh.get();
        claims.reserve(rule, rule.adopt(key), purpose, Traits.NONE, "", "");
        return claims;
    }

    private Attempt begin(Claims claims) {
        GuardedAdmission call = control.admit(claims, false, Door.JAVA);
        try {
            call.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new Begun(call);
    }

    @Override
    public LockState state(Key key) {
        return ask(book -> book.state(place(key)), "cannot be known");
    }

    @Override
    public void lock(Key key, Duration duration, String reason) {
        lock(key, Optional.of(duration), changes.acting().get(), reason);
    }

    private static void check(Duration duration) {
        if (duration.isNegative() || duration.isZero() || duration.compareTo(Durations.ofMicros(Step.MAX_MICROS)) > 0) {
            throw new IllegalArgumentException(
                    "a lock lasts more than 0 and at most 36525 days, not " + duration + "; block ends by hand only");
        }
    }

    @Override
    public void block(Key key, String reason) {
        lock(key, Optional.empty(), changes.acting().get(), reason);
    }

    /** Locks, or blocks without a duration, on behalf of an operator. */
    void lock(Key key, Optional<Duration> duration, Operator by, String reason) {
        duration.ifPresent(RuleLockouts::check);
        long micros =
                duration.map(some -> Math.max(1, Durations.toMicros(some))).orElse(Verdict.NEVER);
        String why = ChangeMaker.checked(reason).isEmpty() ? BY_HAND : reason; // which tells it from one of failures
        Key adopted = rule.adopt(key);
        LockId place = place(key);
        String label = rule.subject().label().apply(adopted);
        ask(
                book -> {
                    book.lock(place, label, micros, why);
                    return true;
                },
                "may be locked or not");
        Deed act = duration.isPresent() ? Deed.LOCKED : Deed.BLOCKED;
        control.listener.changed(
                GuardChange.of(act, rule, Optional.of(adopted), place, label, duration, changes.change(by, reason)));
    }

    @Override
    public void unlock(Key key) {
        unlock(key, changes.acting().get(), "");
    }

    /** Unlocks on behalf of an operator. */
    void unlock(Key key, Operator by, String reason) {
        Key adopted = rule.adopt(key);
        unlock(place(key), Optional.of(adopted), changes.change(by, reason));
    }

    @Override
    public void unlockIdentity(String identity) {
        unlockIdentity(identity, changes.acting().get(), "");
    }

    /** The same on behalf of an operator. */
    void unlockIdentity(String identity, Operator by, String reason) {
        if (!identity.matches("[A-Za-z0-9._-]{1,64}")) {
            throw new IllegalArgumentException("not an identity in the form that list shows");
        }
        LockId place = new LockId(rule.policy(), identity);
        unlock(
                place,
                keyOf(place),
                changes.change(by, reason)); // afterwards the store no longer knows whose lock it was
    }

    private Optional<Key> keyOf(LockId place) {
        try {
            return tiers.locks()
                    .look(List.of(place))
                    .get(0)
                    .map(LockDetail::label)
                    .flatMap(Key::ofCanonical);
        } catch (StoreException e) {
            return Optional.empty();
        }
    }

    private void unlock(LockId place, Optional<Key> key, Change change) {
        ask(
                book -> {
                    book.unlock(place);
                    return true;
                },
                UNLOCK_UNSURE);
        told(place, key, change);
    }

    private void told(LockId place, Optional<Key> key, Change change) {
        String label = key.map(rule.subject().label()).orElse("");
        control.listener.changed(GuardChange.of(Deed.UNLOCKED, rule, key, place, label, Optional.empty(), change));
    }

    @Override
    public Optional<String> unlockToken(Key key, Duration validFor) {
        if (validFor.compareTo(UnlockLinks.SHORTEST) < 0 || validFor.compareTo(UnlockLinks.LONGEST) > 0) {
            throw new IllegalArgumentException("a token is good for 1m to 7d, not for " + validFor);
        }
        Key adopted = rule.adopt(key);
        if (!rule.policyOf(adopted).aftermath().exempts()) {
            throw new IllegalStateException("lockout." + rule.name()
                    + " lets no network in while it locks, so a link would open nothing: write exempt=recent-success 30d,"
                    + " where its key has no ip, or call unlock(key) once the owner is known otherwise");
        }
        LockId place = place(key);
        Optional<LockDetail> seen = ask(book -> book.look(List.of(place)).get(0), "has no token");
        return seen.filter(lock -> lock.state().phase() == LockState.Phase.LOCKED
                        && lock.state().reason().isEmpty())
                .map(lock ->
                        links.seal(rule.name(), place.identity(), rule.spellingOf(adopted), lock.mark(), validFor));
    }

    /** Lets the network of a call in that hands in a token. */
    LinkOutcome open(UnlockLinks.Token token, CallContext call) {
        String network = rule.network(call, fresh.get());
        if (network.isEmpty()) {
            return LinkOutcome.INVALID;
        }
        LockId place = new LockId(rule.policy(), token.identity());
        try {
            Optional<LockDetail> seen = tiers.locks().look(List.of(place)).get(0); // nothing is used up in vain
            if (seen.filter(lock -> lock.mark() == token.mark()).isEmpty()) {
                return LinkOutcome.OVER;
            }
            Optional<Key> key = Key.ofCanonical(seen.get().label());
            long kept = token.leftMicros() + 2 * Durations.toMicros(UnlockLinks.SKEW);
            if (!tiers.sharedState().first(token.identity(), token.name(), kept)) {
                return LinkOutcome.USED;
            }
            if (!tiers.locks().admit(place, new Traits("", network, token.spelling()), token.mark())) {
                return LinkOutcome.OVER;
            }
            told(place, key, changes.change(new Operator("", BY_LINK), "for one network"));
            return LinkOutcome.OPENED;
        } catch (StoreException e) {
            return LinkOutcome.AWAY;
        }
    }

    @Override
    public Lockouts.Page list(@Nullable String cursor, int max) {
        if (max < 1 || max > MAX_LISTED) {
            throw new IllegalArgumentException("max must be 1 to " + MAX_LISTED + ", not " + max);
        }
        return ask(book -> book.list(rule.policy(), cursor, max), "cannot be listed");
    }

    private LockId place(Key key) {
        Key adopted = rule.adopt(key);
        return new LockId(rule.policyOf(adopted), fresh.get().identity(adopted));
    }

    private interface Question<T> {

        T ask(LockBook book) throws StoreException;
    }

    private <T> T ask(Question<T> question, String otherwise) {
        try {
            return question.ask(tiers.locks());
        } catch (StoreException e) {
            throw new IllegalStateException("the store does not answer: lockout." + rule.name() + " " + otherwise, e);
        }
    }

    private record Begun(GuardedAdmission call) implements Attempt {

        @Override
        public Decision decision() {
            return call.decision();
        }

        @Override
        public void succeeded() {
            call.finish(Operation.SUCCEED);
        }

        @Override
        public void failed() {
            call.finish(Operation.FAIL);
        }

        @Override
        public void abandon() {
            call.finish(Operation.ABANDON);
        }

        @Override
        public void close() {
            failed();
        }
    }
}
