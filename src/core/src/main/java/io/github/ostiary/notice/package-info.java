/** The events that the listeners of applications are told, and the signs of sieges. */
@NullMarked
package io.github.ostiary.notice;

import org.jspecify.annotations.NullMarked;
