/** Beans that hear what the guard does. */
package io.github.ostiary.testing.beans.hearing;
