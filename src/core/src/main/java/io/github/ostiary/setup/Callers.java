package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.RuleContext;
import io.github.ostiary.identity.ClientAddress;
import io.github.ostiary.text.Digest;
import io.github.ostiary.text.IpAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The callers of a guard, as far as a page for people must know them: where from, and whether others could have read
 * along. Proxies are believed as for rules. Thread-safe.
 *
 * @hidden
 */
public final class Callers {

    private static final IpAddress HERE_4 = IpAddress.parse("127.0.0.0").orElseThrow();
    private static final IpAddress HERE_6 = IpAddress.parse("::1").orElseThrow();

    private final ClientAddress client;
    private final Optional<String> secret;
    private final SharedSecret shared;

    Callers(RuleContext context, SharedSecret shared) {
        this.client = context.client();
        this.secret = context.global().find(GlobalKeys.KEY_SECRET);
        this.shared = shared;
    }

    /**
     * The address that a call comes from.
     *
     * @param call any call
     * @return the full address; empty if it is unknown
     */
    public Optional<String> address(CallContext call) {
        return client.resolve(call).map(IpAddress::toString);
    }

    /**
     * Whether a call comes from this machine. One that a proxy here forwards without being trusted may come
     * from anywhere.
     *
     * @param call any call
     * @return false if that is unknown
     */
    public boolean isFromHere(CallContext call) {
        return (client.trusts(call) || !client.forwards(call))
                && client.resolve(call)
                        .filter(from -> from.isIpv4() ? from.in(HERE_4, 8) : from.equals(HERE_6))
                        .isPresent();
    }

    /**
     * Whether a trusted proxy says that a call reached it by HTTPS.
     *
     * @param call any call
     * @return false if the peer is no trusted proxy, or says nothing
     */
    public boolean isSecured(CallContext call) {
        return client.isSecured(call);
    }

    /**
     * Something secret that all nodes have which share {@code keySecret}, or else a store, and that reveals nothing of it. It
     * may change, and then does so on all nodes within seconds; asks the store now and then.
     *
     * @param purpose another one for each
     * @return 32 bytes
     */
    public byte[] secret(String purpose) {
        String text = secret.orElseGet(shared::text);
        return Digest.hmac(text.getBytes(StandardCharsets.UTF_8), purpose);
    }
}
