package io.github.ostiary.journeys;

/** The same denied request, answered with a reference, too, under which it is noted. */
public final class RecordedRequest extends DeniedRequest {

    /** Made by name. */
    public RecordedRequest(String redis, String rate) {
        super("1h", 5);
    }
}
