/** One application, one suite, every server: what it saw is written down for {@code src/docs/servers.md}. */
package io.github.ostiary.matrix;
