package io.github.ostiary.rule;

import io.github.ostiary.Key;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A claim and where it comes from.
 *
 * @param claim asks one counter for something
 * @param rule by which rule
 * @param key the caller it counts
 * @param proof by which the credentials of an attempt are known again once they proved right; empty if not by any
 */
public record Ask(Claim claim, Rule rule, Key key, String proof) {

    /**
     * One of no credentials.
     *
     * @param claim asks one counter for something
     * @param rule by which rule
     * @param key the caller it counts
     */
    public Ask(Claim claim, Rule rule, Key key) {
        this(claim, rule, key, "");
    }

    /**
     * The same of another claim.
     *
     * @param other asked instead
     * @return of the same rule and caller
     */
    public Ask with(Claim other) {
        return new Ask(other, rule, key, proof);
    }

    /**
     * The claim as permits of a limit.
     *
     * @return null if it claims something else
     */
    public @Nullable Charge charge() {
        return claim instanceof Charge charge ? charge : null;
    }

    /**
     * The claims alone.
     *
     * @param asks of which
     * @return in their order, not to be changed
     */
    public static List<Claim> claims(List<Ask> asks) {
        if (asks.size() == 1) {
            return List.of(asks.get(0).claim());
        }
        List<Claim> claims = new ArrayList<>(asks.size());
        for (Ask ask : asks) {
            claims.add(ask.claim());
        }
        return claims;
    }
}
