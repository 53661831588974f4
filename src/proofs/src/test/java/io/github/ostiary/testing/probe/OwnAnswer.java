package io.github.ostiary.testing.probe;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.DenialHandler;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/** An application's own denial; it fails where the request says so. */
public class OwnAnswer implements DenialHandler {

    @Override
    public void handle(CallContext call, Decision.Denied decision, Response response) throws IOException {
        HttpServletRequest request = call.unwrap(HttpServletRequest.class).orElseThrow();
        if (request.getHeader("Fail") != null) {
            throw new IllegalStateException("handler fails");
        }
        if (request.getHeader("Keep") != null) {
            response.header("Cache-Control", "public, max-age=60");
        }
        response.status(420);
        response.header("Retry-After", "7");
        response.body("text/x-own;charset=UTF-8", "enhance your calm, réponse " + decision.rule());
    }
}
