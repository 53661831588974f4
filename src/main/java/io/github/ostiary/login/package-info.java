/**
 * Sign-ins that the container does itself, guarded where it looks at passwords: {@code lockout.NAME.login=container}.
 *
 * <p>Containers are reached by reflection, and Jakarta Security only where it is there: the jar needs none of them.
 */
@NullMarked
package io.github.ostiary.login;

import org.jspecify.annotations.NullMarked;
