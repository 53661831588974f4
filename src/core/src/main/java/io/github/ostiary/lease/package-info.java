/**
 * The leases of this node's running calls: which it holds, and their renewal in the background, whatever store has them. Knows
 * stores by their contract only.
 */
@NullMarked
package io.github.ostiary.lease;

import org.jspecify.annotations.NullMarked;
