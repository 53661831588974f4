/**
 * Identities: who is calling? From what a request says of itself to the identity that is charged.
 *
 * <p>Here lives the key grammar ({@link io.github.ostiary.identity.KeyExpression}), the conditions of rules ({@link
 * io.github.ostiary.identity.Condition}, {@link io.github.ostiary.identity.AddressSet}), the walk over trusted proxies
 * ({@link io.github.ostiary.identity.ClientAddress}) and the names that identities have in a store ({@link
 * io.github.ostiary.identity.KeyNames}). Everything a caller sends is taken for hostile: reading it takes linear time,
 * looks nothing up, and throws nothing but {@link io.github.ostiary.MalformedCallException}. Everything an
 * administrator writes is checked when it is read, never when a request comes. All types are immutable.
 */
@NullMarked
package io.github.ostiary.identity;

import org.jspecify.annotations.NullMarked;
