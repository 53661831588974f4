/** The one application that every server of the matrix runs; it declares all in {@code web.xml}, so that it may be complete. */
package io.github.ostiary.testing.acceptance;
