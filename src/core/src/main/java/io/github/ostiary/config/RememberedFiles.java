package io.github.ostiary.config;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Files as they were when they were first opened: a rule can be read again although its file is being written. Thread-safe. */
final class RememberedFiles implements ConfigFiles {

    private final ConfigFiles files;
    private final Map<String, byte[]> seen = new ConcurrentHashMap<>();
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    RememberedFiles(ConfigFiles files) {
        this.files = files;
    }

    /** A file as it was seen. */
    void put(String location, byte[] content) {
        seen.put(location, content);
    }

    @Override
    public @Nullable InputStream open(String location) throws IOException {
        if (!seen.containsKey(location) && !missing.contains(location)) {
            read(location);
        }
        byte @Nullable [] known = seen.get(location);
        return known == null ? null : new ByteArrayInputStream(known);
    }

    private void read(String location) throws IOException {
        try (@Nullable InputStream stream = files.open(location)) {
            if (stream == null) {
                missing.add(location);
            } else {
                seen.put(location, stream.readAllBytes());
            }
        }
    }
}
