package io.github.ostiary.testing.platform;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;
import jakarta.security.enterprise.authentication.mechanism.http.OpenIdAuthenticationMechanismDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Signs in at an OpenID provider, of which the application has the address in a file. */
@Named("openId")
@ApplicationScoped
@OpenIdAuthenticationMechanismDefinition(
        providerURI = "${openId.provider}",
        clientId = "forum",
        clientSecret = "secret of the forum",
        redirectURI = "${baseURL}/callback",
        redirectToOriginalResource = true)
public class OpenIdConfiguration {

    /** The provider's address. */
    public String getProvider() {
        try (InputStream file = getClass().getResourceAsStream("/provider")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
