package io.github.ostiary.config;

/** The part of an application that signs callers in, and so where in a request they are known. */
enum SignedInBy {
    /** The container, before all filters, or nothing that is known. */
    CONTAINER,
    /** The application's own filters, as far as is known. */
    FILTERS,
    /** Spring Security's filter. */
    SPRING;

    private static final String FILTER = "org.springframework.security.web.FilterChainProxy";

    /**
     * Finds what signs callers in.
     *
     * @param classes has those of the application
     */
    static SignedInBy of(ConfigSources inputs, ClassLookup classes) {
        boolean web = inputs.defaultFile().isPresent();
        if (web && classes.has(FILTER)) {
            return SPRING;
        }
        return WebXml.isThereWithoutLogin(inputs) ? FILTERS : CONTAINER;
    }
}
