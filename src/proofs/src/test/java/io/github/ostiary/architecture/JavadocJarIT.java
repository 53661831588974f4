package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The Javadoc jar shows users what they touch, and nothing else. */
class JavadocJarIT {

    /** The page of a type; those of packages and the like have no capital. */
    private static final Pattern PAGE = Pattern.compile("io\\.github\\.ostiary/((?:[a-z]+/)*)([A-Z][\\w.]*)\\.html");

    @Test
    void everyTypeOfThePublicApiHasAPageAndNoOther() throws IOException {
        String thin = System.getProperty("ostiary.jar");
        try (JarFile jar = new JarFile(thin.substring(0, thin.length() - ".jar".length()) + "-javadoc.jar")) {
            Set<String> pages = jar.stream()
                    .map(entry -> PAGE.matcher(entry.getName()))
                    .filter(Matcher::matches)
                    .map(page -> page.group(1).replace('/', '.') + page.group(2))
                    .collect(Collectors.toSet());

            assertThat(pages)
                    .as("what is for ourselves says @hidden; pages of classes that are gone: mvn clean")
                    .isEqualTo(PublicApiTest.typesOnFile());
        }
    }
}
