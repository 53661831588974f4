package io.github.ostiary.testing;

/** Parts that several {@code web.xml} of tests have. */
public final class WebXml {

    /** A page for those whom the container knows. */
    public static final String VAULT =
            """
            <security-constraint>
              <web-resource-collection>
                <web-resource-name>vault</web-resource-name><url-pattern>/vault</url-pattern>
              </web-resource-collection>
              <auth-constraint><role-name>**</role-name></auth-constraint>
            </security-constraint>
            """;

    private WebXml() {}
}
