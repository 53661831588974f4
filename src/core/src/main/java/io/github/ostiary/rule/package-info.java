/**
 * Rules ready to be asked: which calls they match, which caller they count, what they claim of which counter, and by
 * which signals an attempt is judged. Immutable; nothing here counts, waits or reads configuration.
 */
@NullMarked
package io.github.ostiary.rule;

import org.jspecify.annotations.NullMarked;
