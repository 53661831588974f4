package shop;

import io.github.ostiary.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** Wrong in two places. */
@ApplicationScoped
public class Wrong {

    @RateLimit(rate = "often")
    public void often() {}

    @RateLimit
    public void empty() {}
}
