package io.github.ostiary.spring;

import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;

/** Keeps the auto-configurations of the next Boot, of which classes are compiled against, out of the contexts of tests. */
public final class OneBoot implements AutoConfigurationImportFilter {

    @Override
    public boolean[] match(String[] names, AutoConfigurationMetadata metadata) {
        boolean[] matches = new boolean[names.length];
        for (int i = 0; i < names.length; i++) {
            matches[i] = names[i] == null || !names[i].startsWith("org.springframework.boot.health.");
        }
        return matches;
    }
}
