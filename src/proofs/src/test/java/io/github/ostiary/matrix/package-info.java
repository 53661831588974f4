/** One application, one suite, every server: what it saw is written down for {@code src/proofs/servers/README.md}. */
package io.github.ostiary.matrix;
