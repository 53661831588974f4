package io.github.ostiary.config;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Files as they were when they were first opened: a rule can be read again although its file is being written. Thread-safe. */
final class RememberedFiles implements ConfigFiles {

    private final ConfigFiles files;
    private final Map<String, Optional<byte[]>> seen = new ConcurrentHashMap<>();

    RememberedFiles(ConfigFiles files) {
        this.files = files;
    }

    @Override
    public @Nullable InputStream open(String location) throws IOException {
        @Nullable Optional<byte[]> known = seen.get(location);
        if (known == null) {
            known = read(location);
            seen.put(location, known);
        }
        return known.map(ByteArrayInputStream::new).orElse(null);
    }

    private Optional<byte[]> read(String location) throws IOException {
        try (@Nullable InputStream stream = files.open(location)) {
            return stream == null ? Optional.empty() : Optional.of(stream.readAllBytes());
        }
    }
}
