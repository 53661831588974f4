package io.github.ostiary.vectors;

import io.github.ostiary.testing.TestCall;
import java.util.Map;
import org.opentest4j.TestAbortedException;

/** A vector, the configuration it comes to, and how its events are put to a guard. Used once per run. */
abstract class Play {

    private final String name;
    private final Map<String, String> properties;

    /**
     * A play.
     *
     * @param name tells it from other plays of the vector; may be empty
     * @param properties as in {@code ostiary.properties}
     */
    Play(String name, Map<String, String> properties) {
        this.name = name;
        this.properties = properties;
    }

    /** Whether counters that no other node sees make sense here. */
    boolean fits(Place place) {
        return place != Place.LOCAL || nodes() == 1;
    }

    int nodes() {
        return 1;
    }

    /** Puts all events to a guard; fails at the first that comes out otherwise. */
    final void run(Vector vector, Place place) {
        try (World world = World.open(place, nodes(), properties, vector.begin())) {
            begin(world);
            for (Vector.Event event : vector.events()) {
                if (event.json().has("t_ms")) {
                    world.at(event.micros());
                }
                play(event, world);
                event.expected().complete();
                world.everythingEnds();
            }
            end();
        } catch (TestAbortedException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(vector + " " + this, e);
        }
    }

    void begin(World world) {}

    abstract void play(Vector.Event event, World world) throws Exception;

    void end() {}

    /** A sign-in as the application gets it: the name as it was typed. */
    static TestCall call(String user, String address) {
        return new TestCall("POST", "/work").from(address).param("username", user);
    }

    static AssertionError unknown(Vector.Event event) {
        return new AssertionError(event + ": this runner does not know the operation '" + event.op() + "'");
    }

    @Override
    public String toString() {
        return name + properties;
    }
}
