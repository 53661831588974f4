package io.github.ostiary.identity;

import io.github.ostiary.KeyResolver;
import java.util.function.Function;

/**
 * The rest of the configuration, as far as key expressions need it.
 *
 * @param client tells where a call comes from, and the IPv6 prefix length of keys that do not state one
 * @param resolvers finds the resolver of {@code resolver:NAME}; asked once per mention, throws {@link
 *     IllegalArgumentException} with a remedy if there is none
 */
public record KeySettings(ClientAddress client, Function<String, KeyResolver> resolvers) {

    /**
     * The prefix length of IPv6 addresses in keys that do not state one.
     *
     * @return 1 to 128
     */
    public int ipv6Prefix() {
        return client.ipv6Prefix();
    }
}
