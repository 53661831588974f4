/** An application whose clock is one of its beans. */
package io.github.ostiary.testing.beans.timed;
