package com.example.forum;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * What one member said. Immutable.
 *
 * @param id unique in the forum
 * @param author the member's name
 * @param text as typed; may be empty if there is an image
 * @param image an id known to {@link Images}
 * @param at when
 */
record Post(long id, String author, String text, OptionalLong image, Instant at) {}
