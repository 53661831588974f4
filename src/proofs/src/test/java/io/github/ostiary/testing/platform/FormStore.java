package io.github.ostiary.testing.platform;

import io.github.ostiary.testing.acceptance.PasswordStore;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.authentication.mechanism.http.FormAuthenticationMechanismDefinition;
import jakarta.security.enterprise.authentication.mechanism.http.LoginToContinue;

/** Its users sign in by a form of Jakarta Security's. */
@ApplicationScoped
@FormAuthenticationMechanismDefinition(
        loginToContinue = @LoginToContinue(loginPage = "/form", errorPage = "/wrong", useForwardToLogin = false))
public class FormStore extends PasswordStore {}
