/** The command line of the jar, for operators of an application: a node that only asks. */
@NullMarked
package io.github.ostiary.command;

import org.jspecify.annotations.NullMarked;
