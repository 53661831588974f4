package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.text.IpAddress;
import java.util.Optional;

/** The caller's network: its address with everything after the prefix cleared. */
record IpSource(ClientAddress client, int v4Prefix, int v6Prefix) implements Source {

    /** Whom all requests count for whose peer has no readable address (a Unix socket): none escapes its limit. */
    private static final Key UNKNOWN = Key.part(Key.IP, "unknown");

    @Override
    public SourceKind kind() {
        return SourceKind.IP;
    }

    /** Empty only outside a request. */
    @Override
    public Optional<Key> resolve(CallContext call) {
        Optional<IpAddress> address = client.resolve(call);
        if (address.isPresent()) {
            return Optional.of(Key.part(Key.IP, network(address.get())));
        }
        return call.peer().isEmpty() ? Optional.empty() : Optional.of(UNKNOWN);
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
