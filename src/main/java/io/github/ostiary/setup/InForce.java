package io.github.ostiary.setup;

import io.github.ostiary.Guard;
import io.github.ostiary.edge.Entrance;
import java.util.Optional;

/**
 * Rules, and how the HTTP edge answers by them: they change together.
 *
 * @param entrance decides by these rules, also when others are in force already
 * @param edge settings of the HTTP edge
 * @param notes whether denials are noted, and have references
 * @param forms looks at what is posted where lockouts count by parameters
 * @hidden
 */
public record InForce(Entrance entrance, EdgeSettings edge, boolean notes, SignInForms forms) {

    /**
     * Whether a guard counts in a store that is asked over the network.
     *
     * @param guard any
     * @return true if to report the end of a call may keep its thread waiting
     */
    public static boolean isShared(Guard guard) {
        return !(guard instanceof ConfiguredGuard own) || own.isShared();
    }

    /**
     * What is in force in a guard whose requests no servlet's filter decides.
     *
     * @param guard any
     * @return empty if a filter decides them, or another library made the guard
     */
    public static Optional<InForce> unfiltered(Guard guard) {
        return guard instanceof ConfiguredGuard own && !own.isFiltered()
                ? Optional.of(own.inForce())
                : Optional.empty();
    }
}
