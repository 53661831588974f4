package io.github.ostiary.spring;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.ClassUtils;

/** The caller that Spring Security knows on this thread: of a request behind its filter, or of a task it has passed the caller on to. */
final class SpringCaller {

    private static final boolean SECURED = ClassUtils.isPresent(
            "org.springframework.security.core.context.SecurityContextHolder", SpringCaller.class.getClassLoader());

    private SpringCaller() {}

    /** Empty if no caller is known, or there is no Spring Security. */
    static Optional<String> name() {
        return SECURED ? BySpringSecurity.name() : Optional.empty();
    }

    /** Whether the caller has the role, or an authority of that very name. */
    static boolean inRole(String role) {
        return SECURED && BySpringSecurity.inRole(role);
    }

    /** Loaded where Spring Security is. */
    private static final class BySpringSecurity {

        static Optional<String> name() {
            Authentication caller = caller();
            return caller == null ? Optional.empty() : Optional.ofNullable(caller.getName());
        }

        static boolean inRole(String role) {
            Authentication caller = caller();
            return caller != null
                    && caller.getAuthorities().stream()
                            .map(GrantedAuthority::getAuthority)
                            .anyMatch(held -> role.equals(held) || ("ROLE_" + role).equals(held));
        }

        private static @Nullable Authentication caller() {
            Authentication caller = SecurityContextHolder.getContext().getAuthentication();
            return caller == null || !caller.isAuthenticated() || caller instanceof AnonymousAuthenticationToken
                    ? null
                    : caller;
        }
    }
}
