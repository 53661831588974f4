package io.github.ostiary.identity;

import io.github.ostiary.text.IpAddress;
import io.github.ostiary.text.IpNetwork;
import java.util.ArrayList;
import java.util.List;

/** A list of networks, as {@code allow.NAME.ip}, {@code block.NAME.ip} and {@code trustedProxies} have. Immutable. */
public final class AddressSet {

    private static final List<IpNetwork> LOOPBACK = networks(List.of(), "127.0.0.0/8", "::1");
    private static final List<IpNetwork> PRIVATE = networks(
            LOOPBACK, "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10");

    private final List<IpNetwork> networks;

    private AddressSet(List<IpNetwork> networks) {
        this.networks = networks;
    }

    /**
     * Reads a comma list of networks ({@code 10.0.0.0/8}; host bits are dropped), single addresses, and the names
     * {@code loopback} (127.0.0.0/8, ::1) and {@code private} (loopback, RFC 1918, link-local 169.254.0.0/16 and
     * fe80::/10, unique local fc00::/7). Carrier-grade NAT, 100.64.0.0/10, is not private here: strangers share it.
     *
     * @param list blank for none
     * @return the set
     * @throws IllegalArgumentException if an entry is neither; names the entry, the bound and the remedy
     */
    public static AddressSet parse(String list) {
        List<IpNetwork> networks = new ArrayList<>();
        for (String entry : list.isBlank() ? new String[0] : list.split(",", -1)) {
            String text = entry.strip();
            switch (text) {
                case "" -> throw new IllegalArgumentException(
                        "'" + list.strip() + "' has an empty entry; remove the surplus comma");
                case "loopback" -> networks.addAll(LOOPBACK);
                case "private" -> networks.addAll(PRIVATE);
                default -> networks.add(network(text));
            }
        }
        return new AddressSet(List.copyOf(networks));
    }

    private static IpNetwork network(String text) {
        try {
            return IpNetwork.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + "; loopback and private are known by name", e);
        }
    }

    static boolean isPrivate(IpAddress address) {
        return contains(PRIVATE, address);
    }

    /**
     * Whether there is no network at all.
     *
     * @return true if nothing is contained
     */
    public boolean isEmpty() {
        return networks.isEmpty();
    }

    /**
     * Whether an address is in one of the networks.
     *
     * @param address mapped IPv6 is IPv4
     * @return true if so
     */
    public boolean contains(IpAddress address) {
        return contains(networks, address);
    }

    boolean containsAll() {
        for (IpNetwork network : networks) {
            if (network.prefix() == 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean contains(List<IpNetwork> networks, IpAddress address) {
        for (int i = 0; i < networks.size(); i++) {
            if (networks.get(i).contains(address)) {
                return true;
            }
        }
        return false;
    }

    private static List<IpNetwork> networks(List<IpNetwork> others, String... texts) {
        List<IpNetwork> networks = new ArrayList<>(others);
        for (String text : texts) {
            networks.add(IpNetwork.parse(text));
        }
        return List.copyOf(networks);
    }
}
