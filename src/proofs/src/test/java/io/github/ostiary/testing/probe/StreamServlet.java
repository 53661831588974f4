package io.github.ostiary.testing.probe;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Sends back the body it gets. */
@WebServlet("/stream")
public class StreamServlet extends HttpServlet {

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType(request.getContentType());
        request.getInputStream().transferTo(response.getOutputStream());
    }
}
