/**
 * Sign-ins that the container or Spring Security does itself, guarded where they look at passwords: {@code
 * lockout.NAME.login=container} and {@code login=spring}.
 *
 * <p>Containers are reached by reflection, and Jakarta Security only where it is there: the jar needs none of them.
 */
@NullMarked
package io.github.ostiary.login;

import org.jspecify.annotations.NullMarked;
