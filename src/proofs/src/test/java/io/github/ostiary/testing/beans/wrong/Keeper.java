package io.github.ostiary.testing.beans.wrong;

import io.github.ostiary.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** Implements what is limited in its interface only, but for one method. */
@ApplicationScoped
public class Keeper implements Promise<String> {

    @Override
    public String keep(String what) {
        return what;
    }

    @Override
    @RateLimit("reply")
    public String again() {
        return "again";
    }
}
