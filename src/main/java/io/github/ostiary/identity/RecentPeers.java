package io.github.ostiary.identity;

import io.github.ostiary.Key;
import io.github.ostiary.text.IpAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The peers that called lately, and their networks: those who call often are read and written once. In bounded memory,
 * whoever calls: a peer takes the place of another whose text has the same hash. Thread-safe, without a lock.
 */
final class RecentPeers {

    private static final int PLACES = 1 << 7;

    /** Whom all requests count for whose peer has no readable address (a Unix socket): none escapes its limit. */
    private static final Key UNKNOWN = Key.part(Key.IP, "unknown");

    /** Written and read without care: peers are immutable, and one that is not seen is made again. */
    private final @Nullable Peer[] recent = new @Nullable Peer[PLACES];

    /** A peer's address, as the container tells it; empty if it cannot be read. */
    Optional<IpAddress> address(String text, int v4Prefix, int v6Prefix) {
        return peer(text, v4Prefix, v6Prefix).address;
    }

    /** The key of a peer's network. */
    Optional<Key> network(String text, int v4Prefix, int v6Prefix) {
        return peer(text, v4Prefix, v6Prefix).network;
    }

    private Peer peer(String text, int v4Prefix, int v6Prefix) {
        int hash = text.hashCode() + 31 * v4Prefix + v6Prefix;
        int place = (hash ^ hash >>> 7 ^ hash >>> 14) & PLACES - 1;
        Peer known = recent[place];
        if (known == null || known.v4Prefix != v4Prefix || known.v6Prefix != v6Prefix || !known.text.equals(text)) {
            known = new Peer(text, v4Prefix, v6Prefix);
            recent[place] = known;
        }
        return known;
    }

    private static final class Peer {

        final String text;
        final int v4Prefix;
        final int v6Prefix;
        final Optional<IpAddress> address;
        final Optional<Key> network;

        Peer(String text, int v4Prefix, int v6Prefix) {
            this.text = text;
            this.v4Prefix = v4Prefix;
            this.v6Prefix = v6Prefix;
            this.address = IpAddress.parse(text);
            this.network = Optional.of(
                    address.isEmpty() ? UNKNOWN : Key.part(Key.IP, address.get().network(v4Prefix, v6Prefix)));
        }
    }
}
