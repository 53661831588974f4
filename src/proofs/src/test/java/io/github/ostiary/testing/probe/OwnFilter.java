package io.github.ostiary.testing.probe;

import io.github.ostiary.servlet.RateLimitFilter;
import jakarta.servlet.annotation.WebFilter;

/** An application's own registration, without async support as most are. */
@WebFilter("/*")
public class OwnFilter extends RateLimitFilter {}
