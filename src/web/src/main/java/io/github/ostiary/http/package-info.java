/**
 * A request as rules see it and the answer to a denied one, whatever server there is: what all HTTP edges derive from what
 * their servers report. {@link io.github.ostiary.http.HttpAnswer} is what an edge implements to have its callers answered.
 */
@NullMarked
package io.github.ostiary.http;

import org.jspecify.annotations.NullMarked;
