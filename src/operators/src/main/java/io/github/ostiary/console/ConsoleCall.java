package io.github.ostiary.console;

import io.github.ostiary.CallContext;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;

/** A request to the console, as far as one must know where it comes from. */
record ConsoleCall(HttpServletRequest request) implements CallContext {

    @Override
    public Optional<String> peer() {
        return Optional.ofNullable(request.getRemoteAddr());
    }

    @Override
    public List<String> headers(String name) {
        Enumeration<String> lines = request.getHeaders(name);
        return lines == null ? List.of() : Collections.list(lines);
    }
}
