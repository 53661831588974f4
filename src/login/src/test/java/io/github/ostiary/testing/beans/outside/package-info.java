/** Beans that are called where no request is. */
package io.github.ostiary.testing.beans.outside;
