/**
 * Rate limits, lockouts and the like for Jakarta EE applications and plain Java.
 *
 * <p>Exported is what users touch; {@link io.github.ostiary.Guard#builder} is where plain Java begins. Everything that
 * only a part needs is optional, and has to be required by applications that use that part: {@code redis.clients.jedis} and {@code
 * org.apache.commons.pool2} for Redis, {@code com.fasterxml.jackson.core} for {@code json:}, the Jakarta modules for the
 * edges, {@code java.net.http} for captcha services,
 * {@code java.management}, {@code micrometer.core} and whatever else {@code metrics} names.
 *
 * <p>Nothing is provided as a service, since the JVM does not start with a module that provides a service whose type is
 * absent, and the services' types are optional. Servlet containers and CDI read {@code META-INF/services}, which the jar
 * has. Classes that a configuration names, such as a listener, must be public and in a package that is opened to or
 * exported to this module.
 */
module io.github.ostiary {
    requires com.github.benmanes.caffeine;
    // Optional modules are not transitive: an application that lacks one of them could compile nothing that requires
    // this one.
    requires static com.fasterxml.jackson.core;
    requires static jakarta.annotation;
    requires static jakarta.cdi;
    requires static jakarta.ejb;
    requires static jakarta.inject;
    requires static jakarta.interceptor;
    requires static jakarta.security;
    requires static jakarta.servlet;
    requires static io.opentelemetry.api;
    requires static jakarta.ws.rs;
    requires static io.vertx.auth.common;
    requires static io.vertx.core;
    requires static io.vertx.web;
    requires static java.logging;
    requires static java.management;
    requires static java.naming;
    requires static java.net.http;
    requires static micrometer.core;
    requires static microprofile.config.api;
    requires static microprofile.health.api;
    requires static microprofile.metrics.api;
    requires static org.apache.commons.pool2;
    requires static org.jspecify;
    requires static redis.clients.jedis;
    requires static spring.aop;
    requires static spring.beans;
    requires static spring.boot;
    requires static spring.boot.actuator;
    requires static spring.boot.actuator.autoconfigure;
    requires static spring.boot.autoconfigure;
    requires static spring.boot.health;
    requires static spring.context;
    requires static spring.core;
    requires static spring.data.redis;
    requires static spring.security.config;
    requires static spring.security.core;
    requires static spring.security.web;
    requires static spring.web;
    requires static spring.webmvc;

    exports io.github.ostiary;
    exports io.github.ostiary.edge;
    exports io.github.ostiary.interceptor;
    exports io.github.ostiary.jaxrs;
    exports io.github.ostiary.operator;
    exports io.github.ostiary.servlet;
    exports io.github.ostiary.setup; // for Javadoc, which fails where hidden types are in no exported package
    exports io.github.ostiary.vertx;

    // CDI calls the extension's observers, and makes the interceptor, by reflection.
    opens io.github.ostiary.interceptor;
    opens io.github.ostiary.login;
    // Spring makes beans of it.
    opens io.github.ostiary.spring;
    // JAX-RS injects into fields.
    opens io.github.ostiary.jaxrs;
}
