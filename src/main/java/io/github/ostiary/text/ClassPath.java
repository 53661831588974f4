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
}
