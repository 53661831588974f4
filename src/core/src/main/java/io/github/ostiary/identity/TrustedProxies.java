package io.github.ostiary.identity;

import io.github.ostiary.text.IpAddress;

/** The proxies whose word about the caller's address is taken: {@code trustedProxies}. Immutable. */
public final class TrustedProxies {

    private final AddressSet addresses;

    private TrustedProxies(AddressSet addresses) {
        this.addresses = addresses;
    }

    /**
     * Reads a comma list of {@code loopback}, {@code private}, networks and addresses, as {@link AddressSet#parse}
     * does.
     *
     * @param list blank for none: then only the socket's peer counts
     * @return the proxies
     * @throws IllegalArgumentException if an entry is none of these, or everybody would be trusted; names the entry,
     *     the bound and the remedy
     */
    public static TrustedProxies parse(String list) {
        AddressSet addresses = AddressSet.parse(list);
        if (addresses.containsAll()) {
            throw new IllegalArgumentException(
                    "'" + list.strip() + "' trusts every address, so that a caller could claim any;"
                            + " name the proxies' networks, with a prefix length of at least 1");
        }
        return new TrustedProxies(addresses);
    }

    /**
     * Whether no proxy is trusted.
     *
     * @return true if only the socket's peer counts
     */
    public boolean isEmpty() {
        return addresses.isEmpty();
    }

    /**
     * Whether this is a trusted proxy.
     *
     * @param address of a peer or a hop
     * @return true if so
     */
    public boolean contains(IpAddress address) {
        return addresses.contains(address);
    }
}
