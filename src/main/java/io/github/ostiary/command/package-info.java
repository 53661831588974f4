/** The command line of the jar, for whoever guards somebody else's application: a node that only asks. */
@NullMarked
package io.github.ostiary.command;

import org.jspecify.annotations.NullMarked;
