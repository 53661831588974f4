package com.example.forum;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Serves uploaded pictures under the type their bytes showed. */
@WebServlet("/images/*")
public class ImageServlet extends ForumServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Images images;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String info = request.getPathInfo();
        Image image = images.find(number(info == null ? "" : info.substring(1))).orElseThrow(ForumServlet::notFound);
        response.setContentType(image.contentType());
        response.setContentLength(image.bytes().length);
        response.setHeader("Cache-Control", "private, max-age=3600");
        response.getOutputStream().write(image.bytes());
    }
}
