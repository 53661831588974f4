package io.github.ostiary.text;

import java.util.Optional;

/**
 * A network: an address and how many of its leading bits count. Immutable.
 *
 * @param address with the bits behind the prefix cleared
 * @param prefix 0 to the address's {@link IpAddress#bits()}
 */
public record IpNetwork(IpAddress address, int prefix) {

    /** Clears the bits behind the prefix. */
    public IpNetwork {
        address = address.masked(prefix);
    }

    /**
     * Reads {@code 10.0.0.0/8}, {@code fd00::/8} or a single address; a mapped IPv6 network is an IPv4 network. One
     * below another prefix that stands for IPv4 is denied: {@code 64:ff9b::/96} would be all of IPv4.
     *
     * @param text as an operator wrote it
     * @return the network; of a single address, that address alone
     * @throws IllegalArgumentException if it is none; names the text, the bound and the remedy
     */
    public static IpNetwork parse(String text) {
        int slash = text.indexOf('/');
        String literal = slash < 0 ? text : text.substring(0, slash);
        IpAddress address = IpAddress.parse(literal).orElse(null);
        if (address == null) {
            throw new IllegalArgumentException("'" + text
                    + "' is not an address or a network; write one like 10.0.0.0/8, fd00::/8 or 203.0.113.7");
        }
        if (slash < 0) {
            return new IpNetwork(address, address.bits());
        }
        boolean mapped = address.isIpv4() && literal.indexOf(':') >= 0;
        if (mapped && !IpAddress.isMapped(literal)) {
            throw holdsIpv4(text);
        }
        int least = mapped ? 96 : 0;
        int most = mapped ? 128 : address.bits();
        int prefix = number(text.substring(slash + 1));
        if (prefix < least || prefix > most) {
            throw new IllegalArgumentException("'" + text + "' needs a prefix length of " + least + " to " + most
                    + " after the slash; for the single address write '" + literal + "'");
        }
        IpNetwork network = new IpNetwork(address, prefix - least);
        // 64:ff9b:1::/32 is 64:ff9b::/32.
        if (!address.isIpv4() && network.address.standsForIpv4()) {
            throw holdsIpv4(text);
        }
        return network;
    }

    private static IllegalArgumentException holdsIpv4(String text) {
        return new IllegalArgumentException("'" + text + "' holds addresses that count as IPv4 addresses; write their"
                + " IPv4 network, such as 192.0.2.0/24 for 64:ff9b::192.0.2.0/120");
    }

    /**
     * Reads what need not be one.
     *
     * @param text anything
     * @return empty if it is no network
     */
    public static Optional<IpNetwork> tryParse(String text) {
        try {
            return Optional.of(parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Reads a small number as prefix lengths are written.
     *
     * @param digits anything
     * @return 0 to 999; -1 if it is not one to three digits
     */
    public static int number(String digits) {
        if (digits.isEmpty() || digits.length() > 3) {
            return -1;
        }
        int number = 0;
        for (int i = 0; i < digits.length(); i++) {
            char digit = digits.charAt(i);
            if (digit < '0' || digit > '9') {
                return -1;
            }
            number = 10 * number + digit - '0';
        }
        return number;
    }

    /**
     * Whether an address is in it.
     *
     * @param other of any family
     * @return false across families
     */
    public boolean contains(IpAddress other) {
        return other.in(address, prefix);
    }

    /**
     * Whether a network lies in it, or is it.
     *
     * @param other of any family
     * @return false across families
     */
    public boolean contains(IpNetwork other) {
        return other.prefix >= prefix && contains(other.address);
    }

    @Override
    public String toString() {
        return prefix == address.bits() ? address.toString() : address + "/" + prefix;
    }
}
