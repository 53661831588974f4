package io.github.ostiary.redis;

import org.jspecify.annotations.Nullable;

/** A try with the server that it is sent to, which only the thread that waits for it asks about. */
final class RoutedRequest extends ScriptRequest {

    /** Null until one is known that has the slot. */
    @Nullable
    Node node;

    RoutedRequest(int slot, ScriptArguments wire, long deadlineMicros) {
        super(slot, wire, deadlineMicros, false, false, Procedure.Form.USUAL);
    }

    private RoutedRequest(
            RoutedRequest before,
            ScriptArguments wire,
            @Nullable Node node,
            boolean asking,
            boolean alone,
            Procedure.Form form) {
        super(before.slot, wire, before.deadlineMicros, asking, alone, form);
        this.node = node;
        this.texts = before.texts;
    }

    /** The next try, after this one ran nothing. */
    RoutedRequest again(@Nullable Node elsewhere, boolean asks, boolean byItself, Procedure.Form words) {
        return new RoutedRequest(this, wire, elsewhere, asks, byItself, words);
    }

    /** The same asked in other words, after these decided nothing. */
    RoutedRequest instead(ScriptArguments words) {
        return new RoutedRequest(this, words, node, asking, alone, form);
    }
}
