package io.github.ostiary.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The tests of this class run at the same time, since each mostly waits: for a lease that ends, a Redis that hangs, a second
 * that passes. They share nothing that one of them changes; {@link LogLines} of one has no lines of another.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Execution(ExecutionMode.CONCURRENT)
@ExtendWith(OwnThreads.class)
public @interface Together {

    /** The {@code @ResourceLock} of a test that keeps the processors busy for seconds: no two of them run at a time. */
    String PROCESSORS = "processors";
}
