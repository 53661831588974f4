package io.github.ostiary.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The deployment descriptor of a WAR, as far as it tells who signs callers in. */
final class WebXml {

    private static final String PATH = "/WEB-INF/web.xml";

    private WebXml() {}

    /**
     * Whether this is a WAR whose descriptor configures no login, so that only the application's own code knows callers.
     * It does not see logins that annotations of Jakarta Security configure. False for a descriptor that cannot be read.
     */
    static boolean isThereWithoutLogin(ConfigSources inputs) {
        if (inputs.defaultFile().isEmpty()) {
            return false;
        }
        try (InputStream descriptor = inputs.files().open(PATH)) {
            return descriptor == null
                    || !new String(descriptor.readAllBytes(), StandardCharsets.UTF_8).contains("<login-config");
        } catch (IOException e) {
            return false;
        }
    }
}
