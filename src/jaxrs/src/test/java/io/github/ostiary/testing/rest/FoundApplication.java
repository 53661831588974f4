package io.github.ostiary.testing.rest;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Has whatever is found. */
@ApplicationPath("/rest")
public class FoundApplication extends Application {}
