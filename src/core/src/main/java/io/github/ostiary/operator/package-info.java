/**
 * The questions and changes of operators and their tools, by {@link io.github.ostiary.operator.OperatorApi}; and what
 * they are answered. An application by itself needs none of it.
 */
@NullMarked
package io.github.ostiary.operator;

import org.jspecify.annotations.NullMarked;
