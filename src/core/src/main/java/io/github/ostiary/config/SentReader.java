package io.github.ostiary.config;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.edge.SignInCall;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.rule.LockoutRule.Sent;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads who sends the attempts of a lockout. Some calls are none since a page of another site has a browser send them: images, forms and frames
 * that name a victim. Credentials in a header are none of these: no page can write them unasked, and browsers send those they
 * know along with a link.
 */
final class SentReader {

    private static final Set<String> SAFE = Set.of("GET", "HEAD");

    private SentReader() {}

    /**
     * Reads it.
     *
     * @param key what it counts
     * @param named what is distinct
     */
    static Sent read(Section rule, KeyReader keys, Optional<KeyExpression> key, Optional<KeyExpression> named) {
        @Nullable KeyExpression basic = null;
        @Nullable KeyExpression typed = null;
        boolean login = rule.states(LockoutKeys.LOGIN);
        for (Optional<KeyExpression> each : List.of(key, named)) {
            if (each.isPresent()) {
                KeyExpression own = each.get();
                if (basic == null && own.readsCredentials()) {
                    basic = own;
                }
                if (typed == null && (own.isTyped() || (login && own.asksForCaller()))) {
                    typed = own;
                }
            }
        }
        KeyExpression read = basic;
        return new Sent(foreign(rule, keys, typed), call -> credentials(call, read));
    }

    /**
     * The credentials of the protocol, where they name who is tried: by a rule's key, or as the one who looks at them
     * says.
     */
    private static String credentials(CallContext call, @Nullable KeyExpression key) {
        if (call instanceof SignInCall signIn) {
            return signIn.credentials();
        }
        return key == null ? "" : key.credentials(call);
    }

    private static Predicate<CallContext> foreign(Section rule, KeyReader keys, @Nullable KeyExpression name) {
        if (name == null) {
            rule.reject(
                    LockoutKeys.CROSS_SITE,
                    "it changes nothing: the key has no name that a page of another site could fill in; remove it");
        }
        if (name == null || rule.find(LockoutKeys.CROSS_SITE).isPresent()) {
            return call -> false;
        }
        if (rule.states(RuleKeys.PATH) && !rule.states(LockoutKeys.LOGIN)) {
            return call -> isForeign(call) && !isVisit(call, name);
        }
        KeyExpression basic = keys.parse(rule, LockoutKeys.CROSS_SITE, "basic:user");
        return call -> isForeign(call) && !isSentAlong(call, name, basic);
    }

    private static boolean isForeign(CallContext call) {
        List<String> said = call.headers("Sec-Fetch-Site");
        for (int i = 0; i < said.size(); i++) {
            if (said.get(i).strip().equalsIgnoreCase("cross-site")) {
                return true;
            }
        }
        return false;
    }

    /** A link to the sign-in page, which names nobody; or what has a name in a header. */
    private static boolean isVisit(CallContext call, KeyExpression name) {
        return SAFE.contains(call.method().orElse(""))
                && !name.isTypedIn(call)
                && (call.headers("Sec-Fetch-Mode").contains("navigate") || name.isWrittenIn(call));
    }

    /** Whether the name in the credentials of the protocol is what is tried. */
    private static boolean isSentAlong(CallContext call, KeyExpression name, KeyExpression basic) {
        List<Key.Part> sent = parts(basic, call);
        for (Key.Part tried : parts(name, call)) {
            for (Key.Part known : sent) {
                if (!known.kind().equals(Key.IP) && tried.value().equalsIgnoreCase(known.value())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<Key.Part> parts(KeyExpression key, CallContext call) {
        return key.sets().get(0).resolve(call).map(Key::parts).orElse(List.of());
    }
}
