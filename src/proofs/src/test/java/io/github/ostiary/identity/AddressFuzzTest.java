package io.github.ostiary.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import inet.ipaddr.IPAddress;
import inet.ipaddr.ipv6.IPv6Address;
import io.github.ostiary.testing.FuzzedText;
import io.github.ostiary.text.IpAddress;
import io.github.ostiary.text.IpNetwork;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Addresses, networks and lists of them, against the IPAddress library, against InetAddress, and there and back. */
class AddressFuzzTest {

    /** Whatever is longer than that has IPv4 addresses inside, and is refused where an operator writes it. */
    private static final int NAT64_BITS = 96;

    /** Of 2002:a.b.c.d::/48. */
    private static final int SITE_OCTETS = 6;

    private static final Pattern NETWORK = Pattern.compile("([^/]*)/(\\d{1,3})");

    private static final Pattern REMEDY =
            Pattern.compile("^'(?s:.*)'.*(; write|needs a prefix length of|has an empty entry; remove)");

    @FuzzTest
    @DictionaryEntries({
        "::",
        "ffff:",
        "64:ff9b::",
        "::ffff:0:",
        "2002:",
        "%1",
        "[",
        "]",
        "/96",
        "/0",
        "/32",
        ".0.0.1",
        "127.0.0.1",
        "fe80::",
        "loopback",
        "private",
        ",",
        "\\x0a",
        " "
    })
    void addressesAreWhatOthersReadThemAs(byte[] input) throws UnknownHostException {
        String text = FuzzedText.of(input);
        String literal = FuzzedText.line(text, 0, 2);
        address(literal);
        network(literal, FuzzedText.line(text, 1, 2));
        list(literal, FuzzedText.line(text, 1, 2));
        FuzzedText.linear(literal, IpAddress::parse);
        FuzzedText.linear(literal, HopAddress::parse);
        FuzzedText.linear(literal, IpNetwork::tryParse);
        FuzzedText.linear(literal + ",", AddressFuzzTest::accepted);
    }

    private static void address(String literal) throws UnknownHostException {
        Optional<IpAddress> ours = IpAddress.parse(literal);
        Optional<IPAddress> theirs = AddressOracle.read(literal);
        assertEquals(theirs.map(IPAddress::toCanonicalString), ours.map(IpAddress::toString));
        if (ours.isEmpty()) {
            return;
        }
        IpAddress address = ours.get();
        assertEquals(ours, IpAddress.parse(address.toString()));
        sixToFour(address, theirs.orElseThrow());
        InetAddress java = InetAddress.getByName(AddressOracle.bare(literal));
        assertEquals(ours, IpAddress.parse(java.getHostAddress()));
        for (int prefix : new int[] {1, 24, 32, 48, 64, 128}) {
            int v4 = Math.min(prefix, 32);
            String written = address.network(v4, prefix);
            if (prefix < NAT64_BITS && written.startsWith("64:ff9b:")) {
                continue;
            }
            IpNetwork network = IpNetwork.parse(written);
            assertTrue(network.contains(address), written);
            assertEquals(written, network.address().network(v4, prefix));
        }
    }

    /** Whoever has an IPv4 address has all addresses of its 6to4 site: they are one caller, however many bits count. */
    private static void sixToFour(IpAddress address, IPAddress theirs) {
        if (!theirs.isIPv6() || !theirs.toIPv6().is6To4()) {
            return;
        }
        String owner = theirs.toIPv6().get6To4IPv4Address().toCanonicalString();
        byte[] other = theirs.getBytes();
        for (int i = SITE_OCTETS; i < other.length; i++) {
            other[i] ^= (byte) 0xa5;
        }
        IPv6Address neighbour = new IPv6Address(other);
        assertEquals(owner, neighbour.get6To4IPv4Address().toCanonicalString());
        IpAddress same = IpAddress.parse(neighbour.toCanonicalString()).orElseThrow();
        for (int prefix : new int[] {1, 47, 48, 49, 64, 128}) {
            assertEquals(address.network(32, prefix), same.network(32, prefix), owner);
        }
        other[SITE_OCTETS - 1] ^= 1;
        IpAddress stranger =
                IpAddress.parse(new IPv6Address(other).toCanonicalString()).orElseThrow();
        assertNotEquals(address.network(32, 64), stranger.network(32, 64), owner);
    }

    private static void network(String text, String probe) {
        Optional<IpNetwork> ours = IpNetwork.tryParse(text);
        Matcher parts = NETWORK.matcher(text);
        Optional<IPAddress> address = AddressOracle.read(parts.matches() ? parts.group(1) : text);
        assertFalse(ours.isPresent() && address.isEmpty(), "no address, yet a network");
        if (ours.isEmpty()) {
            return;
        }
        IpNetwork network = ours.get();
        assertEquals(ours, IpNetwork.tryParse(network.toString()));
        IPAddress base = address.orElseThrow();
        int bits = base.getBitCount();
        int prefix = parts.matches() ? Integer.parseInt(parts.group(2)) : bits;
        boolean mapped = base.isIPv4() && text.indexOf(':') >= 0 && parts.matches();
        IPAddress block =
                base.setPrefixLength(mapped ? prefix - 96 : prefix, false).toPrefixBlock();
        for (String each :
                new String[] {probe, block.getLower().withoutPrefixLength().toCanonicalString()}) {
            Optional<IPAddress> other = AddressOracle.read(each);
            IpAddress.parse(each)
                    .ifPresent(ip -> assertEquals(block.contains(other.orElseThrow()), network.contains(ip), each));
        }
    }

    private static void list(String text, String probe) {
        boolean all = true;
        for (String entry : text.isBlank() ? new String[0] : text.split(",", -1)) {
            String name = entry.strip();
            all &= name.matches("loopback|private") || IpNetwork.tryParse(name).isPresent();
        }
        assertEquals(all, accepted(text));
        if (all) {
            AddressSet set = AddressSet.parse(text);
            IpAddress.parse(probe)
                    .ifPresent(address -> assertEquals(
                            Stream.of(text.split(","))
                                    .anyMatch(entry -> AddressSet.parse(entry).contains(address)),
                            set.contains(address)));
        }
    }

    private static boolean accepted(String list) {
        try {
            AddressSet.parse(list);
            return true;
        } catch (IllegalArgumentException e) {
            assertTrue(REMEDY.matcher(e.getMessage()).find(), e.getMessage());
            return false;
        }
    }
}
