package io.github.ostiary.journeys;

/** The same denied request, answered with a reference, too, under which it is noted. */
public final class NotedRequest extends DeniedRequest {

    /** Made by name. */
    public NotedRequest(String redis, String rate) {
        super("1h", 5);
    }
}
