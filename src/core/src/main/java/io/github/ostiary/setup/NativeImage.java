package io.github.ostiary.setup;

import io.github.ostiary.text.Log;
import java.util.concurrent.atomic.AtomicBoolean;

/** A native image of GraalVM, in which nobody has tried a guard: that is said when the first one begins. Thread-safe. */
final class NativeImage {

    /** The property that an image has, and its build: see GraalVM's {@code ImageInfo}. */
    static final String CODE = "org.graalvm.nativeimage.imagecode";

    private static final System.Logger LOG = Log.of(NativeImage.class);
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private NativeImage() {}

    /** Says so, once. */
    static void warnWithin() {
        if (System.getProperty(CODE) != null && !SAID.getAndSet(true)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "this is a native image, in which Ostiary has not been tried: requests may pass without being counted;"
                            + " run the application in a JVM, or tell us what you need (issue template \"WebFlux or a native"
                            + " image\")");
        }
    }
}
