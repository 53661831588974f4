/**
 * The kit for tests of applications that Ostiary guards: {@link io.github.ostiary.testkit.OstiaryTest} gives a test a clock to
 * move and a guard that knows no caller yet.
 */
package io.github.ostiary.testkit;
