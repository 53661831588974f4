package io.github.ostiary.text;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An IPv4 or IPv6 address as bits. An IPv6 address that stands for an IPv4 address <em>is</em> that address, in whatever
 * notation: mapped ({@code ::ffff:a.b.c.d}), translated ({@code ::ffff:0:a.b.c.d}), behind NAT64 ({@code 64:ff9b::a.b.c.d})
 * and IPv4-compatible ({@code ::a.b.c.d}, but not {@code ::} and {@code ::1}).
 * Parsing never looks anything up and never throws. Immutable.
 */
public final class IpAddress {

    private static final long MAPPED = 0xFFFF_0000_0000L;
    private static final long QUAD = 0xFFFF_FFFFL;
    private static final long TRANSLATED = 0xFFFF_0000L;
    private static final long NAT64 = 0x0064_FF9B_0000_0000L;
    private static final long SIX_TO_FOUR = 0x2002;

    /** The leading bits that all 6to4 addresses of one IPv4 address share. */
    private static final int SIX_TO_FOUR_BITS = 48;

    private final long high;
    private final long low;
    private final boolean v4;

    private IpAddress(long high, long low) {
        this.v4 = high == 0 && (low & 0xFFFF_FFFF_0000_0000L) == MAPPED;
        this.high = high;
        this.low = low;
    }

    /**
     * Reads a literal: dotted quad or RFC 4291, with or without brackets and zone; both are dropped.
     *
     * @param text such as {@code 1.2.3.4}, {@code [::1]} or {@code fe80::1%eth0}; null is no address
     * @return empty if it is no such literal
     */
    public static Optional<IpAddress> parse(@Nullable String text) {
        IpAddress address = read(text);
        if (address == null || !standsForIpv4(address.high, address.low)) {
            return Optional.ofNullable(address);
        }
        return Optional.of(new IpAddress(0, MAPPED | (address.low & QUAD)));
    }

    /** Whether a literal is an IPv4 address, or one that is mapped; not one that stands for one in another way. */
    static boolean isMapped(String literal) {
        IpAddress address = read(literal);
        return address != null && address.v4;
    }

    /** Whether it is written in a way that counts as an IPv4 address. */
    boolean standsForIpv4() {
        return standsForIpv4(high, low);
    }

    private static @Nullable IpAddress read(@Nullable String text) {
        if (text == null || text.length() > 80) {
            return null;
        }
        String literal = text.strip();
        if (literal.startsWith("[") && literal.endsWith("]")) {
            literal = literal.substring(1, literal.length() - 1);
        }
        if (literal.indexOf(':') < 0) {
            long quad = quad(literal);
            return quad < 0 ? null : new IpAddress(0, MAPPED | quad);
        }
        int zone = literal.indexOf('%');
        return groups(zone < 0 ? literal : literal.substring(0, zone));
    }

    /** The 32 bits of a dotted quad, or -1. Leading zeros are denied: some read them as octal. */
    private static long quad(String text) {
        long bits = 0;
        int octets = 0;
        int value = -1;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : '.';
            if (c == '.') {
                if (value < 0 || ++octets > 4) {
                    return -1;
                }
                bits = bits << 8 | value;
                value = -1;
            } else if (c >= '0' && c <= '9' && value != 0) {
                value = Math.max(value, 0) * 10 + (c - '0');
                if (value > 255) {
                    return -1;
                }
            } else {
                return -1;
            }
        }
        return octets == 4 ? bits : -1;
    }

    private static @Nullable IpAddress groups(String text) {
        int gap = text.indexOf("::");
        int[] groups = new int[8];
        if (gap < 0) {
            return fill(text, groups) == 8 ? of(groups) : null;
        }
        int[] tail = new int[8];
        String head = text.substring(0, gap);
        int before = head.indexOf('.') < 0 ? fill(head, groups) : -1;
        int after = fill(text.substring(gap + 2), tail);
        if (before < 0 || after < 0 || before + after > 7) {
            return null;
        }
        System.arraycopy(tail, 0, groups, 8 - after, after);
        return of(groups);
    }

    /** Reads colon-separated groups, the last of which may be a dotted quad; their number, or -1. */
    private static int fill(String text, int[] groups) {
        if (text.isEmpty()) {
            return 0;
        }
        int n = 0;
        int start = 0;
        while (true) {
            int colon = text.indexOf(':', start);
            String group = colon < 0 ? text.substring(start) : text.substring(start, colon);
            if (colon < 0 && group.indexOf('.') >= 0) {
                long quad = quad(group);
                if (quad < 0 || n > 6) {
                    return -1;
                }
                groups[n++] = (int) (quad >>> 16);
                groups[n++] = (int) (quad & 0xFFFF);
                return n;
            }
            int value = hex(group);
            if (value < 0 || n > 7) {
                return -1;
            }
            groups[n++] = value;
            if (colon < 0) {
                return n;
            }
            start = colon + 1;
        }
    }

    private static int hex(String group) {
        if (group.isEmpty() || group.length() > 4) {
            return -1;
        }
        int value = 0;
        for (int i = 0; i < group.length(); i++) {
            char c = group.charAt(i);
            int digit = c < 0x80 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    private static IpAddress of(int[] groups) {
        long high = 0;
        long low = 0;
        for (int i = 0; i < 4; i++) {
            high = high << 16 | groups[i];
            low = low << 16 | groups[i + 4];
        }
        return new IpAddress(high, low);
    }

    private static boolean standsForIpv4(long high, long low) {
        long middle = low >>> 32;
        return high == NAT64 ? middle == 0 : high == 0 && (middle == TRANSLATED || (middle == 0 && low > 1));
    }

    /**
     * Whether this is an IPv4 address, mapped ones included.
     *
     * @return false for IPv6
     */
    public boolean isIpv4() {
        return v4;
    }

    /**
     * How many bits an address of this family has.
     *
     * @return 32 or 128
     */
    public int bits() {
        return v4 ? 32 : 128;
    }

    /**
     * The network this address is in.
     *
     * @param prefix 0 to {@link #bits()}
     * @return this address with all bits after the prefix cleared
     * @throws IllegalArgumentException if the prefix is out of bounds
     */
    public IpAddress masked(int prefix) {
        if (prefix < 0 || prefix > bits()) {
            throw new IllegalArgumentException("prefix must be 0 to " + bits() + ", not " + prefix);
        }
        int kept = v4 ? prefix + 96 : prefix;
        return new IpAddress(high & mask(kept), low & mask(kept - 64));
    }

    /**
     * The network this address is in, as text.
     *
     * @param v4Prefix how many bits of an IPv4 address count, 0 to 32
     * @param v6Prefix how many of an IPv6 address, 0 to 128; of a 6to4 address (2002::/16) at most 48
     * @return such as {@code 192.0.2.0/24}; without a prefix length where all bits count
     * @throws IllegalArgumentException if the prefix is out of bounds
     */
    public String network(int v4Prefix, int v6Prefix) {
        int prefix = v4 ? v4Prefix : v6Prefix;
        if (!v4 && high >>> 48 == SIX_TO_FOUR) {
            prefix = Math.min(prefix, SIX_TO_FOUR_BITS);
        }
        return prefix == bits() ? toString() : masked(prefix) + "/" + prefix;
    }

    private static long mask(int bits) {
        return bits <= 0 ? 0 : bits >= 64 ? -1L : -1L << (64 - bits);
    }

    /**
     * Whether this address is in a network of its own family.
     *
     * @param network any address of the network
     * @param prefix 0 to the network's {@link #bits()}
     * @return false across families
     */
    public boolean in(IpAddress network, int prefix) {
        if (v4 != network.v4) {
            return false;
        }
        int kept = v4 ? prefix + 96 : prefix;
        return ((high ^ network.high) & mask(kept)) == 0 && ((low ^ network.low) & mask(kept - 64)) == 0;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof IpAddress other && high == other.high && low == other.low;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(high * 31 + low);
    }

    /** Dotted quad, or RFC 5952: lower case, no leading zeros, the longest run of zero groups as {@code ::}. */
    @Override
    public String toString() {
        if (v4) {
            return (low >>> 24 & 0xFF) + "." + (low >>> 16 & 0xFF) + "." + (low >>> 8 & 0xFF) + "." + (low & 0xFF);
        }
        int runStart = -1;
        int runLength = 1;
        for (int i = 0; i < 8; i++) {
            int end = i;
            while (end < 8 && group(end) == 0) {
                end++;
            }
            if (end - i > runLength) {
                runStart = i;
                runLength = end - i;
            }
        }
        StringBuilder text = new StringBuilder(39);
        for (int i = 0; i < 8; i++) {
            if (i == runStart) {
                text.append("::");
                i += runLength - 1;
            } else {
                if (text.length() > 0 && text.charAt(text.length() - 1) != ':') {
                    text.append(':');
                }
                text.append(Integer.toHexString(group(i)));
            }
        }
        return text.toString();
    }

    private int group(int index) {
        long half = index < 4 ? high : low;
        return (int) (half >>> (48 - 16 * (index & 3)) & 0xFFFF);
    }
}
