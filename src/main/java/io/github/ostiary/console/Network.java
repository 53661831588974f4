package io.github.ostiary.console;

import io.github.ostiary.Key;
import io.github.ostiary.text.IpAddress;
import java.util.Optional;

/**
 * A network, as people write it: an address, or one with a prefix length. Immutable.
 *
 * @param base any address of it
 * @param prefix how many bits count
 */
record Network(IpAddress base, int prefix) {

    static Optional<Network> parse(String text) {
        int slash = text.indexOf('/');
        Optional<IpAddress> base = IpAddress.parse(slash < 0 ? text : text.substring(0, slash));
        String digits = slash < 0 ? "" : text.substring(slash + 1);
        if (base.isEmpty() || (slash >= 0 && !digits.matches("\\d{1,3}"))) {
            return Optional.empty();
        }
        int prefix = slash < 0 ? base.get().bits() : Integer.parseInt(digits);
        return prefix > base.get().bits() ? Optional.empty() : Optional.of(new Network(base.get(), prefix));
    }

    /**
     * As {@link #parse}.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Network of(String text) {
        return parse(text)
                .orElseThrow(() -> new IllegalArgumentException("'" + text
                        + "' is not a network; write an address, or one with a prefix length, such as 192.0.2.0/24"));
    }

    /** Whether another network lies in it. */
    boolean holds(Network other) {
        return other.prefix >= prefix && other.base.in(base, prefix);
    }

    /** Whether a part of a key is an address, or a network, in it. */
    boolean holds(Key.Part part) {
        return part.kind().equals(Key.IP)
                && parse(part.value()).filter(this::holds).isPresent();
    }

    /** Whether a part of a key is a network that an address is in. */
    static boolean isIn(IpAddress address, Key.Part part) {
        return part.kind().equals(Key.IP)
                && parse(part.value())
                        .filter(network -> address.in(network.base, network.prefix))
                        .isPresent();
    }
}
