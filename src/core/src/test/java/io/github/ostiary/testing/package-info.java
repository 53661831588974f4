/**
 * What tests run against: a real Redis, real servers in JVMs of their own, WARs assembled from test classes. Nothing here
 * sleeps; waiting is {@link io.github.ostiary.testing.Await}.
 */
package io.github.ostiary.testing;
