package com.example.forum;

import static com.example.forum.Html.html;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The list of threads. */
@WebServlet(urlPatterns = "")
public class TopicsServlet extends ForumServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Forum forum;

    @Inject
    private transient Likes likes;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String base = request.getContextPath();
        Layout.send(
                request,
                response,
                "Threads",
                html(
                        """
                        <div class="columns">
                          <section aria-labelledby="threads">
                            <h1 id="threads">Threads</h1>
                            <ol class="topics">{}</ol>
                          </section>
                          <aside class="card rules">
                            <h2>The doorkeeper</h2>
                            <p>Come as often as you like. Some things take turns:</p>
                            <dl>
                              <div><dt>Replies</dt><dd>5 a minute each</dd></div>
                              <div><dt>Likes</dt><dd>10 a minute each</dd></div>
                              <div><dt>Pictures</dt><dd>3 a minute each</dd></div>
                              <div><dt>Sign-in</dt><dd>3, then a captcha</dd></div>
                              <div><dt><a href="{}/search">Search API</a></dt><dd>30 a minute</dd></div>
                              <div><dt>Anything</dt><dd>300 a minute</dd></div>
                            </dl>
                          </aside>
                        </div>
                        """,
                        forum.topics().stream().map(topic -> row(base, topic)).toList(),
                        base));
    }

    private Html row(String base, Topic topic) {
        int liked =
                topic.posts().stream().mapToInt(post -> likes.count(post.id())).sum();
        return html(
                """
                <li class="card topic">
                  {}
                  <div>
                    <h2><a href="{}/threads/{}">{}</a></h2>
                    <p class="meta">{} · latest by {}, {}</p>
                  </div>
                  <p class="counts"><span>{}</span><span>{}</span></p>
                </li>
                """,
                Layout.avatar(topic.opening().author()),
                base,
                topic.id(),
                topic.title(),
                topic.opening().author(),
                topic.latest().author(),
                Ago.html(topic.latest().at()),
                Ago.count(topic.replies().size(), "reply"),
                Ago.count(liked, "like"));
    }
}
