package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.text.IpAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A header that a trusted proxy vouches for. To a call from any other peer it is as if nothing had been sent. A proxy that adds
 * its value to the caller's leaves two: which one is the proxy's is not guessed.
 *
 * @param client tells whose word is taken
 * @param header its value as a part of a key
 */
record TrustedSource(ClientAddress client, TextSource header) implements Source {

    /** The source of a header, believed from some proxies; throws {@link IllegalArgumentException} if there are none. */
    static TrustedSource of(TextSource header, ClientAddress client) {
        if (client.trustsNobody()) {
            throw new IllegalArgumentException(header.kind().word() + ":" + header.name()
                    + " is believed from trusted proxies only, and trustedProxies is empty; set it to their networks,"
                    + " such as trustedProxies=private");
        }
        return new TrustedSource(client, header);
    }

    @Override
    public SourceKind kind() {
        return header.kind();
    }

    @Override
    public @Nullable Key find(CallContext call) {
        List<String> lines = lines(call);
        if (isBlank(lines)) {
            return null;
        }
        Optional<Key> only =
                lines.size() == 1 && lines.get(0).indexOf(',') < 0 ? header.keyOf(lines.get(0)) : Optional.empty();
        return only.orElseThrow(() -> new MalformedCallException(
                "a header of a trusted proxy has several values, or none that is valid; let the proxy replace it"));
    }

    @Override
    public boolean isThere(CallContext call) {
        return !isBlank(lines(call));
    }

    @Override
    public Optional<Key> known(Optional<String> name, Optional<IpAddress> address) {
        return header.known(name, address);
    }

    @Override
    public boolean couldMake(Key.Part part) {
        return header.couldMake(part);
    }

    private List<String> lines(CallContext call) {
        List<String> lines = kind().raw(call, header.name());
        return lines.isEmpty() || client.trusts(call) ? lines : List.of();
    }

    private static boolean isBlank(List<String> lines) {
        return lines.isEmpty() || (lines.size() == 1 && lines.get(0).isBlank());
    }
}
