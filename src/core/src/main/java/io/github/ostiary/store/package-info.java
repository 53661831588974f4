/**
 * The one contract between the engine and whatever keeps its counters: {@link io.github.ostiary.store.Store}, what it is
 * asked ({@link io.github.ostiary.store.Claim}) and what it says ({@link io.github.ostiary.store.Verdict}). Every store
 * passes the same contract suite. Nothing here decides or keeps anything.
 */
@NullMarked
package io.github.ostiary.store;

import org.jspecify.annotations.NullMarked;
