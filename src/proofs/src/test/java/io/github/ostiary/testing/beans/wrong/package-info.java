/** Beans that must not be deployed. */
package io.github.ostiary.testing.beans.wrong;
