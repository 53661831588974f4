/**
 * Pure arithmetic: state, rate, time and permits in, verdict out. No clock, no thread, no I/O; the owner of the state
 * locks it. The scripts of the Redis store say the same in Lua, and a test holds the two together.
 */
@NullMarked
package io.github.ostiary.algorithm;

import org.jspecify.annotations.NullMarked;
