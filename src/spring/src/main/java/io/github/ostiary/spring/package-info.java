/**
 * Applications of Spring Boot: the guard, its beans and its annotation, found by auto-configuration. The only package that
 * is compiled against Spring, and no package knows it: where Spring is absent, none of its classes is loaded.
 */
@NullMarked
package io.github.ostiary.spring;

import org.jspecify.annotations.NullMarked;
