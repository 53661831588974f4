package com.example.forum;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;

/**
 * Likes a post, or takes the like back. If the bean's limit denies the call, its exception passes through untouched, and Ostiary's filter answers it like any denied request.
 */
@WebServlet("/likes")
public class LikeServlet extends ForumServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Forum forum;

    @Inject
    private transient Likes likes;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Member member = signedIn(request);
        long post = number(request.getParameter("post"));
        Topic topic = forum.topicOf(post).orElseThrow(ForumServlet::notFound);
        boolean liked = likes.toggle(post, member.name());
        if (Refusal.asksScript(request)) {
            sendJson(response, Map.of("liked", liked, "likes", likes.count(post)));
        } else {
            response.sendRedirect(request.getContextPath() + "/threads/" + topic.id() + "#post-" + post);
        }
    }
}
