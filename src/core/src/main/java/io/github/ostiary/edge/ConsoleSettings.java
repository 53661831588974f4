package io.github.ostiary.edge;

/**
 * The settings of the console. Immutable.
 *
 * @param path where it stands within the application: begins with a slash and does not end with one
 * @param role the role that may open it, as the container knows it
 * @param insecure whether it answers plain HTTP from elsewhere
 * @hidden
 */
public record ConsoleSettings(String path, String role, boolean insecure) {}
