package com.example.forum;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;

/**
 * One thread: {@code GET /threads/7}, {@code POST /threads/7/replies}, {@code POST /threads/7/images}.
 *
 * <p>It knows nothing of limits: the rules {@code reply} and {@code upload} are decided before it is called.
 */
@WebServlet("/threads/*")
@MultipartConfig(
        maxFileSize = Image.MAX_BYTES,
        maxRequestSize = Image.MAX_BYTES + 16_384,
        fileSizeThreshold = Image.MAX_BYTES)
public class TopicServlet extends ForumServlet {

    private static final long serialVersionUID = 1L;
    private static final int MAX_TEXT = 4000;

    @Inject
    private transient Forum forum;

    @Inject
    private transient Likes likes;

    @Inject
    private transient Images images;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String[] path = path(request, 1);
        Topic topic = forum.topic(number(path[0])).orElseThrow(ForumServlet::notFound);
        Layout.send(request, response, topic.title(), new TopicView(request, likes).page(topic));
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        String[] path = path(request, 2);
        long topic = number(path[0]);
        String author = signedIn(request).name();
        forum.topic(topic).orElseThrow(ForumServlet::notFound);
        Post post =
                switch (path[1]) {
                    case "replies" -> forum.reply(topic, author, replyText(request), OptionalLong.empty());
                    case "images" -> forum.reply(topic, author, "", OptionalLong.of(images.add(uploaded(request))));
                    default -> throw notFound();
                };
        if (Refusal.asksScript(request)) {
            response.setStatus(HttpServletResponse.SC_CREATED);
            response.setContentType("text/html");
            response.getWriter().write(new TopicView(request, likes).post(post).toString());
        } else {
            response.sendRedirect(request.getContextPath() + "/threads/" + topic + "#post-" + post.id());
        }
    }

    private static String[] path(HttpServletRequest request, int parts) {
        String info = request.getPathInfo() == null ? "" : request.getPathInfo();
        String[] path = info.substring(Math.min(1, info.length())).split("/", -1);
        if (path.length != parts) {
            throw notFound();
        }
        return path;
    }

    private static String replyText(HttpServletRequest request) {
        String text = text(request, "text", MAX_TEXT);
        if (text.isEmpty()) {
            throw new Refusal(400, "An empty reply says nothing.");
        }
        return text;
    }

    private static Image uploaded(HttpServletRequest request) throws IOException, ServletException {
        Part part = request.getPart("image");
        if (part == null) {
            throw new Refusal(400, "No picture was sent.");
        }
        try (InputStream in = part.getInputStream()) {
            return Image.of(in.readAllBytes())
                    .orElseThrow(() -> new Refusal(415, "Only PNG, JPEG and GIF pictures, please."));
        }
    }
}
