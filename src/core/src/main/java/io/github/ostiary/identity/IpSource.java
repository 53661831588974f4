package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.text.IpAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The caller's network: its address with everything after the prefix cleared. */
record IpSource(ClientAddress client, int v4Prefix, int v6Prefix) implements Source {

    @Override
    public SourceKind kind() {
        return SourceKind.IP;
    }

    @Override
    public @Nullable Key find(CallContext call) {
        return resolve(call).orElse(null);
    }

    /** Empty only outside a request. */
    Optional<Key> resolve(CallContext call) {
        return client.network(call, v4Prefix, v6Prefix);
    }

    @Override
    public Optional<Key> known(Optional<String> name, Optional<IpAddress> address) {
        return address.map(from -> Key.part(Key.IP, network(from)));
    }

    /** Masks those parts of a key that are full addresses. */
    Key adopt(Key key) {
        return key.map(this::adopt);
    }

    private Key.Part adopt(Key.Part part) {
        String value = part.kind().equals(Key.IP)
                ? IpAddress.parse(part.value()).map(this::network).orElse(part.value())
                : part.value();
        return new Key.Part(part.kind(), value);
    }

    private String network(IpAddress address) {
        return address.network(v4Prefix, v6Prefix);
    }
}
