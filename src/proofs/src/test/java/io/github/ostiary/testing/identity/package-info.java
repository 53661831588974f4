/** An application that uses Jakarta Security as a mechanism of its own would. */
package io.github.ostiary.testing.identity;
