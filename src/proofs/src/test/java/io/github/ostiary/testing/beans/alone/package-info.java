/** Beans of an application without filter and configuration, and annotated classes in one without CDI. */
package io.github.ostiary.testing.beans.alone;
