package io.github.ostiary.setup;

/** Makes the objects that a configuration names by their class. */
final class Instances {

    private final ClassLoader loader;

    Instances(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * A new instance.
     *
     * @throws IllegalArgumentException with the remedy
     */
    <T> T create(String className, Class<T> type) {
        try {
            return type.cast(Class.forName(className, true, loader)
                    .getDeclaredConstructor()
                    .newInstance());
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("there is no class '" + className + "' in this application", e);
        } catch (ClassCastException e) {
            throw new IllegalArgumentException("'" + className + "' does not implement " + type.getName(), e);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalArgumentException(
                    "'" + className + "' cannot be made; it needs a public no-argument constructor that succeeds", e);
        }
    }
}
