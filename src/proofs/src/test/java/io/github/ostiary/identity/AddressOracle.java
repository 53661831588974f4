package io.github.ostiary.identity;

import inet.ipaddr.AddressStringException;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import inet.ipaddr.ipv6.IPv6Address;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the IPAddress library reads an address as. It is set as strict as its options go: no leading zeros, single numbers,
 * missing octets, wildcards, ranges or prefixes, no empty text.
 */
final class AddressOracle {

    /**
     * What the library takes all the same: other characters, five-digit groups, octets with leading zeros, fewer than four
     * of them.
     */
    private static final Pattern LAX =
            Pattern.compile("[^0-9a-fA-F:.]|[0-9a-fA-F]{5}|(^|[.:])0[0-9]+\\.|\\.0[0-9]|^[^.]*\\.[^.]*(\\.[^.]*)?$");

    /** An address with brackets and the zones that systems have; what is longer is refused unread. */
    private static final int LONGEST = 80;

    private static final IPAddressStringParameters STRICT = new IPAddressStringParameters.Builder()
            .allowEmpty(false)
            .allowAll(false)
            .allowSingleSegment(false)
            .allowPrefix(false)
            .allowMask(false)
            .allowWildcardedSeparator(false)
            .setRangeOptions(inet.ipaddr.AddressStringParameters.RangeParameters.NO_RANGE)
            .getIPv4AddressParametersBuilder()
            .allow_inet_aton(false)
            .allowLeadingZeros(false)
            .allowBinary(false)
            .getParentBuilder()
            .getIPv6AddressParametersBuilder()
            .allowBase85(false)
            .allowBinary(false)
            .allowZone(true)
            .allowEmptyZone(true)
            .getParentBuilder()
            .toParams();

    static Optional<IPAddress> read(String text) {
        String literal = bare(text);
        if (literal.isEmpty() || text.length() > LONGEST || LAX.matcher(literal).find()) {
            return Optional.empty();
        }
        try {
            IPAddress address = new IPAddressString(literal, STRICT).toAddress();
            return Optional.of(
                    address.isIPv6() && standsForIpv4(address.toIPv6())
                            ? address.toIPv6().getEmbeddedIPv4Address()
                            : address);
        } catch (AddressStringException e) {
            return Optional.empty();
        }
    }

    /** A literal without the brackets, zone and blanks that are dropped. */
    static String bare(String text) {
        String literal = text.strip();
        if (literal.startsWith("[") && literal.endsWith("]")) {
            literal = literal.substring(1, literal.length() - 1);
        }
        int zone = literal.indexOf('%');
        return zone >= 0 && literal.lastIndexOf(':', zone) >= 0 ? literal.substring(0, zone) : literal;
    }

    private static boolean standsForIpv4(IPv6Address address) {
        boolean compatible = address.isIPv4Compatible() && !address.isZero() && !address.isLoopback();
        return compatible
                || address.isIPv4Mapped()
                || address.isIPv4Translatable()
                || address.isWellKnownIPv4Translatable();
    }

    private AddressOracle() {}
}
