package io.github.ostiary.fleet;

import java.util.Arrays;
import java.util.Random;

/** The ways between nodes and what they share: how long each takes, and what is wrong with it now. */
final class Network {

    /** What can be wrong. */
    enum State {
        WHOLE,
        /** Connections are refused at once. */
        CUT,
        /** Nothing arrives, and nothing says so. */
        BLACK_HOLE,
        /** Questions arrive, answers do not. */
        HALF_OPEN,
        /** Half of the answers are lost. */
        LOSSY,
        /** 5 to 50 ms each way. */
        SLOW,
        /** Of what is asked of several counters each for itself, only some is done; then the connection ends. */
        PARTIAL,
        /** This node has no connection left for what is no decision: that is not sent. */
        SHORT,
        /**
         * Questions lag on their connections for up to {@link #LAG_MICROS}, longer than anybody waits, and overtake each other; half of
         * the connections end at once.
         */
        LATE
    }

    static final long LAG_MICROS = 3_000_000;

    /** A way, one way: µs. */
    private final long leastMicros;

    private final long mostMicros;
    private final State[] states;

    Network(int nodes, long leastMicros, long mostMicros) {
        this.leastMicros = leastMicros;
        this.mostMicros = mostMicros;
        this.states = new State[nodes];
        Arrays.fill(states, State.WHOLE);
    }

    State of(int node) {
        return states[node];
    }

    void set(int node, State state) {
        states[node] = state;
    }

    void heal() {
        Arrays.fill(states, State.WHOLE);
    }

    long delay(int node, Random random) {
        boolean slow = states[node] == State.SLOW;
        if (states[node] == State.LATE) {
            return (long) (random.nextDouble() * (random.nextBoolean() ? LAG_MICROS : mostMicros));
        }
        long least = slow ? 5_000 : leastMicros;
        long most = slow ? 50_000 : mostMicros;
        return least + (long) (random.nextDouble() * (most - least));
    }
}
