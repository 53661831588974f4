package io.github.ostiary.config;

/** How many permits a request is charged. */
sealed interface Cost {

    /** The most permits one request may cost. */
    int MAX = 1_000_000;

    /**
     * Always the same.
     *
     * @param permits 1 to 1,000,000
     */
    record FixedCost(int permits) implements Cost {}

    /**
     * What a request header says.
     *
     * @param name the header's
     */
    record HeaderCost(String name) implements Cost {}

    /**
     * What a request parameter says.
     *
     * @param name the parameter's
     */
    record Param(String name) implements Cost {}

    /** Reads {@code 5}, {@code header:N} or {@code param:N}. */
    static Cost parse(String text) {
        if (text.startsWith("header:")) {
            String name = text.substring("header:".length()).strip();
            if (Values.isToken(name)) {
                return new HeaderCost(name);
            }
        } else if (text.startsWith("param:")) {
            String name = text.substring("param:".length()).strip();
            if (!name.isEmpty()) {
                return new Param(name);
            }
        } else if (text.matches("\\d+")) {
            return new FixedCost(Values.number(text, 1, MAX));
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not a cost; write 1 to " + MAX + ", header:NAME or param:NAME");
    }
}
