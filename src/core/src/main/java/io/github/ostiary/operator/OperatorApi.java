package io.github.ostiary.operator;

import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RuleOverride;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The questions and changes of operators and their tools to a guard. Every change says who made it and why, which is
 * kept. Thread-safe; not for a request's own path, since most of it asks the store.
 */
public interface OperatorApi {

    /** The longest reason, characters. */
    int LONGEST_REASON = 200;

    /** Something that operators can ask: a guard. */
    interface Owner {

        /**
         * Its operator API.
         *
         * @return the same for the life of the guard
         */
        OperatorApi operatorApi();
    }

    /**
     * The status of a key with a rule at this moment. Spends nothing and raises no event.
     *
     * @param rule the name of a rule that counts; all kinds of rules that have it are included
     * @param key who; of a rule that counts names as they are typed in, a principal's key is that of his name
     * @return one for each kind of rule of that name
     * @throws IllegalArgumentException if there is no such rule, the message names the nearest; or if no call could have
     *     such a key
     */
    List<KeyStatus> explain(String rule, Key key);

    /**
     * The status of a key with every rule that counts such keys. Spends nothing and raises no event.
     *
     * @param key who. A rule that counts it only together with something else, such as {@code principal+ip}, is left out
     * @return in the order of the rules' names; empty if no rule counts such keys
     */
    List<KeyStatus> explain(Key key);

    /**
     * Returns what would be decided about a request now, at both places in the filter chain, and why. Spends nothing and
     * raises no event.
     *
     * @param call the request, or what is known of it: rules ask it what they ask of a true one
     * @return with every rule of the guard
     */
    Explanation explain(CallContext call);

    /**
     * A denial that was answered with a reference, as it is kept for {@code explain.keep}: by this node, or by another one
     * of the same Redis.
     *
     * @param reference as the caller was given it, in any case; with spaces or hyphens, and the letters O, I and L for 0
     *     and 1
     * @return empty if it is no reference, or no longer kept
     * @throws IllegalStateException if this node has not given it out, and the store that would know does not answer
     */
    Optional<DenialRecord> explained(String reference);

    /**
     * The calls that rules with {@code enforce=false} would have denied in the last day, and how callers use what they
     * limit: on all nodes that count everything, with {@code metrics} or the console, of the others a minute old at
     * most; on this node alone if it shares no store, or the store does not answer.
     *
     * @return empty of rules if none is on trial
     */
    TrialReport trial();

    /**
     * The same on one node.
     *
     * @param node its id, as {@link #fleet} has it; empty for all
     * @return empty of rules if none is on trial there
     */
    TrialReport trial(String node);

    /**
     * Ends locks, blocks and challenges of a key and forgets its failures and how often it was locked.
     *
     * @param rule of a lockout
     * @param key whose
     * @param operator who does it
     * @param reason why, at most 200 characters
     * @throws IllegalArgumentException if there is no such rule, or the reason is too long
     * @throws IllegalStateException if Redis cannot use the key's counter, or this node remembers 10,000 unlocked keys
     *     already; this node lets the key in. A Redis that does not answer gets the change when it answers again
     */
    void unlock(String rule, Key key, Operator operator, String reason);

    /**
     * The same, for a key known from a list of locks only.
     *
     * @param rule of a lockout
     * @param identity as listed
     * @param operator who does it
     * @param reason why, at most 200 characters
     * @throws IllegalArgumentException if there is no such rule, it is no identity, or the reason is too long
     * @throws IllegalStateException if Redis cannot use the key's counter, or this node remembers 10,000 unlocked keys
     *     already; this node lets the key in. A Redis that does not answer gets the change when it answers again
     */
    void unlockIdentity(String rule, String identity, Operator operator, String reason);

    /**
     * Locks a key, whatever it has done.
     *
     * @param rule of a lockout
     * @param key whose
     * @param duration for how long, 1 µs to 100 years
     * @param operator who does it
     * @param reason why, at most 200 characters; kept with the lock
     * @throws IllegalArgumentException if there is no such rule, or the duration or reason is out of bounds
     * @throws IllegalStateException if the store does not answer; it may have been locked or not
     */
    void lock(String rule, Key key, Duration duration, Operator operator, String reason);

    /**
     * Blocks a key until an operator unlocks it.
     *
     * @param rule of a lockout
     * @param key whose
     * @param operator who does it
     * @param reason why, at most 200 characters; kept with the block
     * @throws IllegalArgumentException if there is no such rule, or the reason is too long
     * @throws IllegalStateException if the store does not answer; it may have been blocked or not
     */
    void block(String rule, Key key, Operator operator, String reason);

    /**
     * Forgets what a key has used.
     *
     * @param rule of a limit
     * @param key whose
     * @param operator who does it
     * @param reason why, at most 200 characters
     * @throws IllegalArgumentException if there is no such rule, or the reason is too long
     * @throws IllegalStateException if the store does not answer; it may have been reset or not
     */
    void reset(String rule, Key key, Operator operator, String reason);

    /**
     * Gives permits back, oldest first; what was never taken is not given.
     *
     * @param rule of a limit
     * @param key whose
     * @param permits 1 to 1,000,000
     * @param operator who does it
     * @param reason why, at most 200 characters
     * @throws IllegalArgumentException if there is no such rule, or the permits or reason are out of bounds
     * @throws IllegalStateException if the store does not answer; they may have been given back or not
     */
    void credit(String rule, Key key, long permits, Operator operator, String reason);

    /**
     * The use of a limit by all its callers, a part at a time, from the shared store: of windows of the calendar in the present
     * window and in the one before it. Spends nothing, and blocks no one: the store is walked through in small steps.
     *
     * @param rule of a limit
     * @param cursor where to go on, as the last page said; null at the beginning
     * @param max how many counters are looked at, 1 to 10,000; up to some 500 more may come
     * @return with where to go on; a page may be empty and not the last
     * @throws IllegalArgumentException if there is no such rule, it is no cursor, or max is out of bounds
     * @throws IllegalStateException if counters are kept in this JVM, or the store does not answer
     */
    UsePage uses(String rule, @Nullable String cursor, int max);

    /**
     * The rules as they are in force.
     *
     * @return in the order they were declared; those that beans state in place behind
     */
    List<RuleInForce> rules();

    /**
     * The settings outside rules as they are in force.
     *
     * @return what was stated; everything else has its default
     */
    List<SettingInForce> settings();

    /**
     * The keys by which a rule counts a caller of which only this is known. A key with a part that is not known is
     * not among them.
     *
     * @param rule its name with its kind, such as {@code limit.reply}
     * @param name a name the caller may have: a user, a session, an API key; or empty
     * @param address the address of the caller, or empty
     * @return none twice; empty if there is no such rule, or it counts no such caller
     * @throws IllegalArgumentException if the address is none
     */
    List<Key> keysOf(String rule, String name, String address);

    /**
     * The rules that block or allow a caller of which only this is known: by address, by name, or by both.
     *
     * @param name a user, or empty
     * @param address the address of the caller, or empty
     * @return in the order they were declared. Whether a call is one that they are about, by path, method and {@code when}, is
     *     not known, and not asked; those that are about no address and no name are not among them
     * @throws IllegalArgumentException if the address is none
     */
    List<RuleInForce> accessOf(String name, String address);

    /**
     * Puts a value in force in place of the configured one, as {@link io.github.ostiary.Rules#override} does; {@code
     * guard.rules().overrides()} lists them.
     *
     * @param key of a rule that there is, such as {@code limit.login.rate}
     * @param value as in the file
     * @param duration for how long, 1 s to 30 days
     * @param operator who does it
     * @param reason why, at most 200 characters
     * @return what is in force now
     * @throws io.github.ostiary.ConfigurationException if the configuration would deny it; nothing has changed
     * @throws IllegalArgumentException if the key cannot be overridden, or duration or reason are out of bounds
     * @throws IllegalStateException if the store does not answer, and other nodes may follow it or not
     */
    RuleOverride override(String key, String value, Duration duration, Operator operator, String reason);

    /**
     * The values that are in force for a while, asked for anew: {@code guard.rules().overrides()} tells of what is known.
     *
     * @return those that end first, first
     * @throws IllegalStateException if the store does not answer
     */
    List<RuleOverride> overrides();

    /**
     * Puts the configured value back in force.
     *
     * @param key as it was overridden
     * @param operator who does it
     * @param reason why, at most 200 characters
     * @return whether it was overridden
     * @throws IllegalStateException if the store does not answer, and other nodes may follow it or not
     */
    boolean removeOverride(String key, Operator operator, String reason);

    /**
     * The audit trail: with Redis that of all nodes, for {@code audit.keep}; without, of this one since it started.
     *
     * @param most how many lines, 1 to 10,000
     * @return the newest first
     * @throws IllegalArgumentException if most is out of bounds
     * @throws IllegalStateException if the store does not answer
     */
    List<AuditEntry> audit(int most);

    /**
     * Reads the file again at once, on this node, whether it is watched or not.
     *
     * @param operator who does it
     * @param reason why, at most 200 characters
     * @return with what is wrong, if anything is: then nothing has changed
     * @throws IllegalStateException if there is no file, or it cannot be read
     */
    ReloadState reload(Operator operator, String reason);

    /**
     * The file that rules come from, and what became of its last change on this node.
     *
     * @return as it stands now
     */
    ReloadState reloading();

    /**
     * The work of the guard on this node since it started.
     *
     * @return as it stands now; not complete unless {@code metrics} or the console asks for it
     */
    Figures figures();

    /**
     * The nodes that share the store of this guard, with the figures of each, five seconds old at most where a node counts
     * everything: with {@code metrics} or the console. One call to the store.
     *
     * @return with this node's figures alone if it shares no store, or the store does not answer
     */
    Fleet fleet();

    /**
     * The last events of the other nodes that share the store of this guard and have the console: of each at most the last 100 in
     * five seconds, of all together the last 1,000, as long as {@code explain.keep} says. Without the callers where {@code
     * keySecret} keeps their names from the store. One call to the store.
     *
     * @return the newest first; none if the guard shares no store, or the store does not answer
     */
    List<NodeEvent> eventsOfOthers();

    /**
     * The answers to attempts at sign-ins, and the line to write where no success shows: with Redis of all nodes, of
     * those that say so within five seconds.
     *
     * @return of those that were tried, since their signals are in force
     */
    SignIns signIns();

    /**
     * The operator API of a guard.
     *
     * @param guard made by {@code Guard.builder()}, by the filter, or injected
     * @return of that guard
     * @throws IllegalArgumentException if another library implements it
     */
    static OperatorApi of(Guard guard) {
        if (guard instanceof Owner owner) {
            return owner.operatorApi();
        }
        throw new IllegalArgumentException(
                guard.getClass().getName()
                        + " is no guard of Ostiary's own: operators can ask only a guard that Guard.builder() or the filter has made");
    }
}
