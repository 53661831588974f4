package io.github.ostiary.testing.acceptance;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Lists nothing, has whatever is found. */
@ApplicationPath("/rest")
public class RestApplication extends Application {}
