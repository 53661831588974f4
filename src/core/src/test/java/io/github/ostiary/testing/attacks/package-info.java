/**
 * Plays attacks against real guards, in simulated time and always the same way, and counts what comes of them: {@link
 * io.github.ostiary.testing.attacks.AttackTable} writes the table of attacks.md.
 */
package io.github.ostiary.testing.attacks;
