/** Web applications to be guarded; they run inside the servers under test, not in the test's JVM. */
package io.github.ostiary.testing.probe;
