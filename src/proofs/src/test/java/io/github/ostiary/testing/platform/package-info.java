/** What only a server of the whole platform has: tokens, an OpenID provider, managed threads, timers, messages. */
package io.github.ostiary.testing.platform;
