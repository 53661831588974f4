/**
 * The operator API in words: for a command line, and for tools that speak JMX. Shows identities: an operator who may use it may
 * know them.
 */
@NullMarked
package io.github.ostiary.operate;

import org.jspecify.annotations.NullMarked;
