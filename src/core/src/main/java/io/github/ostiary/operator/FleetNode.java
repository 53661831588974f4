package io.github.ostiary.operator;

import java.time.Duration;

/**
 * A node as it was last heard of. Immutable.
 *
 * @param id another one for each start of the application
 * @param name the node's machine, where that is known, and the number of the process
 * @param build what it runs
 * @param life whether it runs, and since when
 * @param figures what it has done since it started; of a node that has stopped none
 */
public record FleetNode(String id, String name, Build build, Life life, Figures figures) {

    /** The states of a node. */
    public enum State {
        /** It was heard of in the last 30 seconds. */
        RUNNING,
        /** It has said that its application ends. */
        STOPPED,
        /** It has said nothing for more than 30 seconds: it was killed, hangs, or does not reach the store. */
        SILENT
    }

    /**
     * The version and the configuration that a node runs. Two nodes of one fleet should have the same.
     *
     * @param version of this library; empty if its jar does not say
     * @param configuration a digest of all rules and settings in force, values that may be secret left out
     */
    public record Build(String version, String configuration) {}

    /**
     * The times of a node.
     *
     * @param state whether it runs
     * @param running how long it had run when it was last heard of
     * @param heard how long ago that was, by the clock of the store
     */
    public record Life(State state, Duration running, Duration heard) {}

    /**
     * Whether its figures count among those of all nodes.
     *
     * @return false once it has stopped or is silent
     */
    public boolean runs() {
        return life.state() == State.RUNNING;
    }
}
