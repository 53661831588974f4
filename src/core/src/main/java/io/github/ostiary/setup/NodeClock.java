package io.github.ostiary.setup;

import io.github.ostiary.TimeSource;

/**
 * The clock by which a node measures how old Redis's answers are. Redis's own clock decides, which is why any other time
 * source is denied beside it; a test that moves the clock of a whole server must move this one with it.
 */
interface NodeClock extends TimeSource {}
