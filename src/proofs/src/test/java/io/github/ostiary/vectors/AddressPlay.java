package io.github.ostiary.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.ostiary.Key;
import io.github.ostiary.testing.TestCall;
import java.util.Map;

/** Whom a rule with {@code key=ip} counts. */
final class AddressPlay extends Play {

    AddressPlay(Map<String, String> properties) {
        super("", properties);
    }

    @Override
    void play(Vector.Event event, World world) {
        TestCall call = new TestCall("GET", "/");
        switch (event.op()) {
            case "resolve" -> {
                call.from(event.text("remote_addr", ""));
                for (JsonNode line : event.json().path("x_forwarded_for")) {
                    call.header("X-Forwarded-For", line.asText());
                }
                for (JsonNode line : event.json().path("forwarded")) {
                    call.header("Forwarded", line.asText());
                }
            }
            case "canon_ip" -> call.from(event.text("input", ""));
            default -> throw unknown(event);
        }
        Key.Part part = world.guard().keyFor("test", call).parts().get(0);
        event.expected().is("client_ip", part.value());
        event.expected().is("key", part.value());
    }
}
