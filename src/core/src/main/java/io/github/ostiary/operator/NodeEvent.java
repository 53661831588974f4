package io.github.ostiary.operator;

import io.github.ostiary.GuardListener.Event;
import java.time.Instant;

/**
 * An event on a node. Immutable.
 *
 * @param node the id of the node, another one for each start
 * @param name the name of the node
 * @param number counted from 1 on that node
 * @param at when it was heard, by the clock of the node that is asked
 * @param event what happened; with its caller only where the store may know callers by name
 */
public record NodeEvent(String node, String name, long number, Instant at, Event event) {}
