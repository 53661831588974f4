package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import org.jspecify.annotations.Nullable;

/** The application's own answer, but for address prefixes as it is: {@code Key.principal(…)} is that principal. */
record ResolverSource(KeyResolver resolver, IpSource address) implements Source {

    @Override
    public SourceKind kind() {
        return SourceKind.RESOLVER;
    }

    @Override
    public @Nullable Key find(CallContext call) {
        return resolver.resolve(call).map(address::adopt).orElse(null);
    }
}
