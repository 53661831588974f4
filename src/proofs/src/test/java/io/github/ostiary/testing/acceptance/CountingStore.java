package io.github.ostiary.testing.acceptance;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.authentication.mechanism.http.BasicAuthenticationMechanismDefinition;

/** Its users sign in by BASIC. */
@ApplicationScoped
@BasicAuthenticationMechanismDefinition(realmName = "test")
public class CountingStore extends PasswordStore {}
