package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;

import inet.ipaddr.AddressStringException;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import inet.ipaddr.ipv6.IPv6Address;
import io.github.ostiary.text.IpAddress;
import io.github.ostiary.text.IpNetwork;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * {@link IpAddress} and {@link IpNetwork} against the IPAddress library. The oracle is set as strict as its options go: no
 * leading zeros, single numbers, missing octets, wildcards, ranges or prefixes, no empty text.
 */
class AddressOracleTest {

    private static final long SEED = 20_261_120L;
    private static final String ALPHABET = "0123456789abcdefABCDEFg::::....%[]/-* x";
    /** What the oracle takes all the same: five-digit groups, octets with leading zeros, fewer than four of them. */
    private static final Pattern LAX =
            Pattern.compile("[0-9a-fA-F]{5}|(^|[.:])0[0-9]+\\.|\\.0[0-9]| " + "|^[^.]*\\.[^.]*(\\.[^.]*)?$");

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

    private static Optional<IPAddress> oracle(String text) {
        String literal = text.strip();
        if (literal.startsWith("[") && literal.endsWith("]")) {
            literal = literal.substring(1, literal.length() - 1);
        }
        int zone = literal.indexOf('%');
        if (zone >= 0 && literal.lastIndexOf(':', zone) >= 0) {
            literal = literal.substring(0, zone);
        }
        if (literal.isEmpty()
                || literal.indexOf('[') >= 0
                || LAX.matcher(literal).find()) {
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

    private static boolean standsForIpv4(IPv6Address address) {
        boolean compatible = address.isIPv4Compatible() && !address.isZero() && !address.isLoopback();
        return compatible
                || address.isIPv4Mapped()
                || address.isIPv4Translatable()
                || address.isWellKnownIPv4Translatable();
    }

    private static void compare(String text, String seed) {
        Optional<IpAddress> ours = IpAddress.parse(text);
        Optional<IPAddress> theirs = oracle(text);
        assertThat(ours.map(IpAddress::toString))
                .as("'%s' (%s)", text, seed)
                .isEqualTo(theirs.map(IPAddress::toCanonicalString));
        ours.ifPresent(address -> assertThat(IpAddress.parse(address.toString()))
                .as("round trip of '%s' (%s)", text, seed)
                .contains(address));
    }

    private static String valid(Random random) {
        if (random.nextInt(3) == 0) {
            return octets(random);
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            int group = random.nextInt(3) == 0 ? random.nextInt(0x10000) : random.nextInt(4) == 0 ? 0xffff : 0;
            text.append(i == 0 ? "" : ":").append(Integer.toHexString(group));
        }
        String full = text.toString();
        int form = random.nextInt(6);
        return switch (form) {
            case 3 -> "64:ff9b::" + octets(random);
            case 4 -> "::" + (random.nextBoolean() ? "ffff:0:" : "") + octets(random);
            case 0 -> full.replaceFirst("(^|:)0(:0)+(:|$)", "::");
            case 1 -> "::ffff:" + octets(random);
            case 2 -> full.substring(0, full.lastIndexOf(':', full.lastIndexOf(':') - 1) + 1) + octets(random);
            default -> full.toUpperCase(java.util.Locale.ROOT);
        };
    }

    private static String octets(Random random) {
        return random.nextInt(256) + "." + random.nextInt(256) + "." + random.nextInt(256) + "." + random.nextInt(260);
    }

    private static String mutated(String text, Random random) {
        StringBuilder mutant = new StringBuilder(text);
        for (int edits = random.nextInt(3); edits >= 0; edits--) {
            int at = random.nextInt(mutant.length() + 1);
            char c = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
            switch (random.nextInt(3)) {
                case 0 -> mutant.insert(at, c);
                case 1 -> mutant.delete(Math.min(at, mutant.length()), Math.min(at + 1, mutant.length()));
                default -> mutant.replace(Math.min(at, mutant.length()), Math.min(at + 1, mutant.length()), "" + c);
            }
        }
        return mutant.toString();
    }

    @Test
    void agreesOnLiteralsMutantsAndNoise() {
        Random random = new Random(SEED);
        int addresses = 0;
        for (int i = 0; i < 150_000; i++) {
            String text = i % 5 == 4 ? mutated("", random) + mutated("", random) : valid(random);
            text = i % 5 == 0 ? text : mutated(text, random);
            compare(text, "seed " + SEED + ", round " + i);
            addresses += IpAddress.parse(text).isPresent() ? 1 : 0;
        }
        assertThat(addresses).as("not all noise").isGreaterThan(30_000);
    }

    private static IPAddress beside(IPAddress address, int step) {
        boolean last = step > 0 ? address.isMax() : address.isZero();
        return last ? address : address.increment(step);
    }

    @Test
    void networksContainWhatTheOracleSays() {
        Random random = new Random(SEED);
        int contained = 0;
        for (int i = 0; i < 50_000; i++) {
            Optional<IPAddress> base = oracle(valid(random));
            if (base.isEmpty()) {
                continue;
            }
            int bits = base.get().getBitCount();
            int prefix = random.nextInt(bits + 1);
            IPAddress network = base.get().setPrefixLength(prefix, false).toPrefixBlock();
            IPAddress edge = (random.nextBoolean() ? network.getLower() : network.getUpper()).withoutPrefixLength();
            IPAddress beyond = random.nextBoolean() ? beside(edge, -1) : beside(edge, 1);
            IPAddress probe = random.nextBoolean() ? beyond : base.get();
            IpNetwork ours = IpNetwork.parse(base.get().toCanonicalString() + "/" + prefix);
            boolean expected =
                    network.contains(oracle(probe.toCanonicalString()).orElseThrow());
            assertThat(ours.contains(IpAddress.parse(probe.toCanonicalString()).orElseThrow()))
                    .as("%s in %s, seed %d, round %d", probe, ours, SEED, i)
                    .isEqualTo(expected);
            assertThat(ours.address().toString())
                    .as("network, seed %d, round %d", SEED, i)
                    .isEqualTo(network.getLower().withoutPrefixLength().toCanonicalString());
            contained += expected ? 1 : 0;
        }
        assertThat(contained).isBetween(10_000, 49_999);
    }
}
