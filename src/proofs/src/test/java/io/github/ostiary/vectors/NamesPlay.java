package io.github.ostiary.vectors;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import java.util.Map;

/** Names as callers type them: what they are counted as. */
final class NamesPlay extends LimitPlay {

    NamesPlay(Map<String, String> properties) {
        super("", properties);
    }

    @Override
    Key key(Vector.Event event, World world) {
        return named(event.text("key", "k"), world.guard());
    }

    private static Key named(String name, Guard guard) {
        return guard.keyFor("test", call(name, "1.2.3.4"));
    }

    @Override
    void play(Vector.Event event, World world) {
        if (event.op().equals("canon")) {
            Key key = named(event.text("input", ""), world.guard());
            event.expected().is("key", key.parts().get(0).value());
        } else {
            super.play(event, world);
        }
    }
}
