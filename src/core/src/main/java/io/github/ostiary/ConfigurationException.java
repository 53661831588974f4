package io.github.ostiary;

import java.util.List;

/** The configuration is wrong; carries every problem at once, each with its key, value, bound and remedy. */
public final class ConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final List<String> problems;

    /**
     * A list of problems.
     *
     * @param problems at least one, without secrets
     */
    public ConfigurationException(List<String> problems) {
        super("Ostiary's configuration has " + problems.size() + (problems.size() == 1 ? " problem:" : " problems:")
                + "\n  - " + String.join("\n  - ", problems));
        this.problems = List.copyOf(problems);
    }

    /**
     * Problems of a change to a configuration that is right.
     *
     * @param message all that is to be said
     * @param problems at least one, without secrets
     */
    public ConfigurationException(String message, List<String> problems) {
        super(message);
        this.problems = List.copyOf(problems);
    }

    /**
     * The problems, one sentence each.
     *
     * @return at least one
     */
    public List<String> problems() {
        return problems;
    }
}
