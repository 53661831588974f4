/** An application with a WebSocket, as the recipe has it. */
package io.github.ostiary.testing.socket;
