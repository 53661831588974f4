package io.github.ostiary.testing.probe;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Looks at passwords that come in any form a servlet with parts understands, and says whose they were. */
@WebServlet("/multipart/*")
@MultipartConfig(maxRequestSize = 10_000)
public class MultipartSignInServlet extends HttpServlet {

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        Part part = isMultipart(request) ? request.getPart("u") : null;
        String name = part == null
                ? request.getParameter("u")
                : new String(part.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        response.setStatus("right".equals(request.getParameter("p")) ? 204 : 401);
        response.setHeader("X-Looked-At", String.valueOf(name));
    }

    private static boolean isMultipart(HttpServletRequest request) {
        return request.getContentType() != null && request.getContentType().startsWith("multipart/");
    }
}
