package io.github.ostiary.identity;

import io.github.ostiary.text.IpAddress;

/** A network: an address and how many of its leading bits count. Host bits are dropped. */
record Cidr(IpAddress network, int prefix) {

    Cidr {
        network = network.masked(prefix);
    }

    /** Reads {@code 10.0.0.0/8}, {@code fd00::/8} or a single address; a mapped IPv6 network is an IPv4 network. */
    static Cidr parse(String text) {
        int slash = text.indexOf('/');
        String literal = slash < 0 ? text : text.substring(0, slash);
        IpAddress address = IpAddress.parse(literal)
                .orElseThrow(
                        () -> new IllegalArgumentException("'" + text + "' is no address or network; write one like"
                                + " 10.0.0.0/8, fd00::/8 or 203.0.113.7, or loopback, or private"));
        if (slash < 0) {
            return new Cidr(address, address.bits());
        }
        boolean mapped = address.isIpv4() && literal.indexOf(':') >= 0;
        int least = mapped ? 96 : 0;
        int most = mapped ? 128 : address.bits();
        int prefix = number(text.substring(slash + 1));
        if (prefix < least || prefix > most) {
            throw new IllegalArgumentException("'" + text + "' needs a prefix length of " + least + " to " + most
                    + " after the slash; for the single address write '" + literal + "'");
        }
        return new Cidr(address, prefix - least);
    }

    boolean contains(IpAddress address) {
        return address.in(network, prefix);
    }

    /** At most three digits, else -1. */
    static int number(String digits) {
        boolean plain =
                !digits.isEmpty() && digits.length() <= 3 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return plain ? Integer.parseInt(digits) : -1;
    }

    @Override
    public String toString() {
        return prefix == network.bits() ? network.toString() : network + "/" + prefix;
    }
}
