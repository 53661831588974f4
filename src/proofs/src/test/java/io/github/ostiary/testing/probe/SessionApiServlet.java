package io.github.ostiary.testing.probe;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Signs in by JSON, without sessions: 204 with a token for a right password, 401 for any other. {@code bob} has {@code right}. */
@WebServlet("/api/session")
public class SessionApiServlet extends HttpServlet {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        JsonNode body = MAPPER.readTree(new String(request.getInputStream().readAllBytes(), UTF_8));
        boolean right = body.path("username").asText().equals("bob")
                && body.path("password").asText().equals("right");
        if (right) {
            response.setHeader("X-Token", "7d3a");
        }
        response.setStatus(right ? 204 : 401);
    }
}
