package io.github.ostiary.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The pictures of the documentation, which tests in a browser make anew with {@code -Dpictures=true}. */
public final class Pictures {

    /** Small enough to be in every clone. */
    private static final int LARGEST = 150 * 1_024;

    private Pictures() {}

    /** Whether they are asked for. */
    public static boolean areWanted() {
        return Boolean.getBoolean("pictures");
    }

    /**
     * Writes what a browser shows.
     *
     * @param name below {@code src/docs}, such as {@code console/who-dark}
     */
    public static void write(String name, Chromium chromium) {
        byte[] png = chromium.picture();
        assertThat(png.length).as(name).isLessThan(LARGEST);
        try {
            Path file = Path.of("src", "docs", name + ".png");
            Files.createDirectories(file.getParent());
            Files.write(file, png);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
