package io.github.ostiary.matrix;

import java.util.ArrayList;
import java.util.List;

/**
 * The full servers of profile {@code servers}. Each is unpacked under {@code target/servers/full}, and run with files of its own
 * beside it.
 */
enum FullKind {
    /** Jakarta EE 10. */
    WILDFLY_39("wildfly-39", Setup::wildFly),
    /** Jakarta EE 10, the first. */
    WILDFLY_27("wildfly-27", Setup::wildFly),
    /** Jakarta EE 11. */
    WILDFLY_PREVIEW("wildfly-preview", Setup::wildFly),
    /** Jakarta EE 10. */
    OPEN_LIBERTY("liberty", Setup::liberty),
    /** Jakarta EE 10. */
    PAYARA_MICRO("payara-micro", Setup::payaraMicro),
    /** Jakarta EE 10. */
    GLASSFISH_7("glassfish", Setup::glassFish),
    /** Jakarta EE 9.1: below what the jar asks for. */
    TOMEE_9("tomee", Setup::tomEe);

    private final String folder;
    private final Preparation preparation;

    FullKind(String folder, Preparation preparation) {
        this.folder = folder;
        this.preparation = preparation;
    }

    /** Lays out what a server needs to run some WARs. */
    interface Preparation {

        /** Fills in command, environment and log of a setup. */
        void prepare(Setup setup) throws Exception;
    }

    String folder() {
        return folder;
    }

    Preparation preparation() {
        return preparation;
    }

    /** Whether BASIC of {@code web.xml} asks the identity stores of Jakarta Security; else users of Tomcat's. */
    boolean asksIdentityStoresByBasic() {
        return this != TOMEE_9;
    }

    /** Whether its mechanisms can be guarded; where not, the jar has to say so at the start. */
    boolean asksIdentityStoresThroughBeans() {
        return this != OPEN_LIBERTY;
    }

    /** Whether there are beans of CDI where {@code web.xml} is complete. */
    boolean hasBeansWhereComplete() {
        return this != TOMEE_9;
    }

    /** Whether it shows metrics and health of MicroProfile, and finds those of this jar. */
    boolean hasMicroProfile() {
        return this == OPEN_LIBERTY || this == PAYARA_MICRO;
    }

    boolean isWildFly() {
        return folder.startsWith("wildfly");
    }

    /** Those that were asked for: {@code -Dservers.full=wildfly-39,tomee}, or all. */
    static List<FullKind> chosen() {
        String names = System.getProperty("servers.full", "");
        List<FullKind> chosen = new ArrayList<>();
        for (FullKind kind : values()) {
            if (names.equals("all") || List.of(names.split(",")).contains(kind.folder)) {
                chosen.add(kind);
            }
        }
        return chosen;
    }
}
