package io.github.ostiary.store;

/**
 * A node's report on the permits of one counter that it has taken ahead, and how many it wants; it goes with a charge that it
 * asks for anyhow. The figures are sums over all that was ever said by this name, so that one that comes late, or twice, changes
 * nothing. Immutable.
 *
 * @param holder the name that the node has for this counter: unique over all nodes, {@code [A-Za-z0-9.]}
 * @param used how many permits were ever used
 * @param returned how many were ever returned unused
 * @param wanted how many it wants to have, 0 or more
 * @param lifeMicros for how long, from the decision on, µs: the store takes for used what it has not heard of by then
 * @param unheard how many of the used ones no answer of the store has confirmed yet; only this node is interested
 */
public record Ahead(String holder, long used, long returned, long wanted, long lifeMicros, long unheard) {}
