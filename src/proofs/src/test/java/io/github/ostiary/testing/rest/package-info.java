/** Applications of JAX-RS resources, deployed by integration tests. */
package io.github.ostiary.testing.rest;
