package io.github.ostiary.spring;

import io.github.ostiary.text.ByApplication;
import io.github.ostiary.text.Digest;
import io.github.ostiary.text.Log;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;

/**
 * The name that an authentication tries, and of what kind it is: users and OAuth clients may have the same names. Of a
 * one-time token, which names no user before it is looked up, a digest.
 *
 * @param kind empty for users
 */
record TypedName(String name, String kind) {

    private static final System.Logger LOG = Log.of(TypedName.class);
    private static final String SPRING = "org.springframework.security.";
    private static final String CLIENT = "OAuth2ClientAuthenticationToken";
    private static final String ONE_TIME = "OneTimeTokenAuthenticationToken";

    /** The classes of applications that are not counted, and have been logged. */
    private static final ByApplication<Set<String>> OTHERS = new ByApplication<>();

    /** Null if none is tried: what is proved already, and what another party vouches for, is no guess. */
    static @Nullable TypedName of(Authentication tried) {
        if (tried.isAuthenticated()) {
            return null;
        }
        Object credentials = tried.getCredentials();
        String name = tried.getName();
        if (tried instanceof UsernamePasswordAuthenticationToken) {
            return new TypedName(name, "");
        }
        Class<?> type = tried.getClass();
        if (!type.getName().startsWith(SPRING)) {
            mention(type);
            return null;
        }
        return switch (type.getSimpleName()) {
            case CLIENT -> credentials == null ? null : new TypedName(name, "client");
            case ONE_TIME -> credentials == null ? null : new TypedName(hidden(credentials.toString()), "token");
            default -> null;
        };
    }

    /** A secret in the place of a name. */
    private static String hidden(String secret) {
        return "token " + Digest.of(secret);
    }

    private static void mention(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        if (loader == null) {
            return;
        }
        Set<String> known = OTHERS.find(loader);
        if (known == null) {
            known = ConcurrentHashMap.newKeySet();
            OTHERS.put(loader, known);
        }
        if (known.add(type.getName())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "login=spring counts no attempts by {0}: it counts UsernamePasswordAuthenticationToken, OAuth"
                            + " clients and one-time tokens. If a caller can guess there, extend"
                            + " UsernamePasswordAuthenticationToken, or ask guard.lockouts(...) in its provider (logged once)",
                    type.getName());
        }
    }

    /** The realm of an attempt, among those of a manager. */
    String realm(String ofManager) {
        return kind.isEmpty() ? ofManager : ofManager + '/' + kind;
    }
}
