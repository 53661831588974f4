package io.github.ostiary.text;

/** The class path, where libraries may be that this jar works with and does not need. */
public final class ClassPath {

    private ClassPath() {}

    /**
     * Whether a class is there for this jar.
     *
     * @param type its name
     * @return true if this jar's own class loader finds it; it is not initialized
     */
    public static boolean has(String type) {
        return has(type, ClassPath.class.getClassLoader());
    }

    /**
     * Whether a class is there for others.
     *
     * @param type its name
     * @param loader of those
     * @return true if the loader finds it; it is not initialized
     */
    public static boolean has(String type, ClassLoader loader) {
        try {
            var unused = Class.forName(type, false, loader);
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /**
     * Makes a part of this jar that is known by its name only: no package of its part is seen from here.
     *
     * @param type a public class with a public constructor without parameters
     * @param as the type by which it is asked
     * @return a new one
     * @throws IllegalStateException if it is not there
     */
    public static <T> T part(String type, Class<T> as) {
        try {
            return as.cast(Class.forName(type).getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(missing(type), e);
        }
    }

    /**
     * The sentence about a part that is not there.
     *
     * @param type its name
     * @return with the remedy
     */
    public static String missing(String type) {
        return type + " is not in this jar: was it made smaller by a tool? Use io.github.ostiary:ostiary as it is";
    }
}
