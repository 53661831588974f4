package com.example.forum;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The newest pictures, at most 32 of them (32 MB): older ones are forgotten. Thread-safe. */
@ApplicationScoped
public class Images {

    private static final int MAX_IMAGES = 32;

    private final Map<Long, Image> images = new LinkedHashMap<>();
    private long lastId;

    /** Keeps a picture and returns its id. */
    public synchronized long add(Image image) {
        images.put(++lastId, image);
        images.remove(lastId - MAX_IMAGES);
        return lastId;
    }

    /** A picture, while it is kept. */
    public synchronized Optional<Image> find(long id) {
        return Optional.ofNullable(images.get(id));
    }
}
