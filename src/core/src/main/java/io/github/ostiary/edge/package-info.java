/**
 * The questions of an edge to a guard: {@link io.github.ostiary.edge.Entrance} decides a call, {@link
 * io.github.ostiary.edge.Admission} is its answer and what it holds, {@link io.github.ostiary.edge.CallOutcome} says
 * how it ended. Filters, interceptors and whatever else calls come in by begin here. So do tools for operators, by
 * {@link io.github.ostiary.operator.OperatorApi}.
 */
@NullMarked
package io.github.ostiary.edge;

import org.jspecify.annotations.NullMarked;
