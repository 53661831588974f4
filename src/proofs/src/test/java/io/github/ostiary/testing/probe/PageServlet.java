package io.github.ostiary.testing.probe;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A sign-in page like one of Jakarta Faces: under several mappings, by any method, and reading what the container has not
 * parsed by itself. It counts the passwords it has looked at, by name; all are wrong.
 */
@WebServlet(
        urlPatterns = {"*.xhtml", "*.jsf", "/faces/*", "/login"},
        asyncSupported = true)
public class PageServlet extends HttpServlet {

    static final Map<String, Integer> LOOKED = new ConcurrentHashMap<>();

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String name = request.getParameter("u");
        if (name == null) {
            name = inBody(new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        }
        if (name != null) {
            LOOKED.merge(name, 1, Integer::sum);
        }
        request.setAttribute("wrong", "yes");
        response.setStatus(401);
    }

    private static String inBody(String body) {
        for (String field : body.split("&")) {
            if (field.startsWith("u=")) {
                return URLDecoder.decode(field.substring(2), StandardCharsets.UTF_8);
            }
        }
        return null;
    }
}
