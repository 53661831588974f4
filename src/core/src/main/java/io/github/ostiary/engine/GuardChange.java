package io.github.ostiary.engine;

import io.github.ostiary.Change;
import io.github.ostiary.Key;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.store.LockBook.LockId;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A change of a guard, by an operator, by Java or by a siege.
 *
 * @param act what was done
 * @param subject what it was done to, as configuration names it, such as {@code lockout.login} or {@code limit.api.rate}
 * @param name the rule's; empty for all
 * @param rule whose caller it was done to; null if to no caller
 * @param key the caller; empty if only the identity is known
 * @param identity the caller's in the store; empty for none
 * @param label what may be shown of the caller
 * @param duration for how long; empty if it does not end by itself
 * @param change who did it and why; empty for what another change has brought about
 */
public record GuardChange(
        Deed act,
        String subject,
        String name,
        @Nullable Rule rule,
        Optional<Key> key,
        String identity,
        String label,
        Optional<Duration> duration,
        Optional<Change> change) {

    /** A change that concerns no caller. */
    public static GuardChange of(
            Deed act, String subject, String name, Optional<Duration> duration, Optional<Change> change) {
        return new GuardChange(act, subject, name, null, Optional.empty(), "", "", duration, change);
    }

    /** A change of a lock. */
    public static GuardChange of(
            Deed act,
            Rule rule,
            Optional<Key> key,
            LockId place,
            String label,
            Optional<Duration> duration,
            Change by) {
        return new GuardChange(
                act, rule.full(), rule.name(), rule, key, place.identity(), label, duration, Optional.of(by));
    }
}
