/** Requests made from a grammar, against live servers and an application that keeps account of what it did. */
package io.github.ostiary.grammar;
