/** A web application with limited beans; it runs inside the servers under test, not in the test's JVM. */
package io.github.ostiary.testing.beans;
