package io.github.ostiary.testing.beans;

import io.github.ostiary.RateLimit;
import jakarta.enterprise.inject.Stereotype;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Carries an annotation; is not inherited. */
@Stereotype
@RateLimit("watched")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Watched {}
