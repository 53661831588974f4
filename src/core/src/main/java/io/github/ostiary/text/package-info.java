/**
 * How people write durations, names and addresses, and what is kept of a text. Knows nothing of this product.
 */
@NullMarked
package io.github.ostiary.text;

import org.jspecify.annotations.NullMarked;
