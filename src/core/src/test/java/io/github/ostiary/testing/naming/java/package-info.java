/** Where JNDI looks for names that begin with {@code java:} when it is told to: the package must end so. */
package io.github.ostiary.testing.naming.java;
