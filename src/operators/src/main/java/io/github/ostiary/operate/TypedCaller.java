package io.github.ostiary.operate;

import io.github.ostiary.text.IpAddress;

/**
 * The caller that an operator types, as a name, an address, or both. Immutable.
 *
 * @param name empty if it is not given
 * @param address empty if it is not given
 */
public record TypedCaller(String name, String address) {

    /**
     * Tells which of the two was typed.
     *
     * @param who a name or an address
     * @param address where the caller of that name calls from; or empty
     * @return an address alone, if the first is one
     */
    public static TypedCaller of(String who, String address) {
        return IpAddress.parse(who).isPresent() ? new TypedCaller("", who) : new TypedCaller(who, address);
    }
}
