package com.example.forum;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;

/** Draws the captcha of a form, another one each time; the limit {@code captcha} says how often. */
@WebServlet("/captcha")
public class CaptchaServlet extends ForumServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpSession session = request.getSession(false);
        String id = request.getParameter("id");
        if (session == null || id == null || !id.matches("[A-Za-z0-9_-]{16,64}")) {
            throw notFound();
        }
        byte[] picture = CaptchaPicture.of(Captchas.of(session).begin(id));
        response.setContentType("image/png");
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(picture.length);
        response.getOutputStream().write(picture);
    }
}
