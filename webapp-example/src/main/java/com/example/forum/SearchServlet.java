package com.example.forum;

import static com.example.forum.Html.html;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;

/** The search page. */
@WebServlet("/search")
public class SearchServlet extends ForumServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Forum forum;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String query = text(request, "q", 100);
        List<Forum.Hit> hits = forum.search(query, 50);
        String base = request.getContextPath();
        String root = request.getRequestURL().toString().replaceFirst("/search$", "");
        Layout.send(
                request,
                response,
                "Search",
                html(
                        """
                        <h1>Search</h1>
                        <form class="find wide" action="{}/search">
                          <input type="search" name="q" value="{}" aria-label="Search the forum" maxlength="100">
                          <button class="button">Search</button>
                        </form>
                        <p class="meta">{}</p>
                        <ol class="topics">{}</ol>
                        <section class="card">
                          <h2>The same as JSON</h2>
                          <p>30 searches a minute and 5 a second for each API key, or each address without one:</p>
                          <pre><code>curl -i -H 'X-Api-Key: demo' '{}/api/search?q=sourdough'</code></pre>
                        </section>
                        """,
                        base,
                        query,
                        query.isEmpty() ? "Try “tomatoes” or “brake”." : Ago.count(hits.size(), "post") + " found",
                        hits.stream().map(hit -> row(base, hit)).toList(),
                        root));
    }

    private static Html row(String base, Forum.Hit hit) {
        String text = hit.post().text();
        return html(
                """
                <li class="card topic">
                  {}
                  <div>
                    <h2><a href="{}/threads/{}#post-{}">{}</a></h2>
                    <p>{}</p>
                    <p class="meta">{}, {}</p>
                  </div>
                </li>
                """,
                Layout.avatar(hit.post().author()),
                base,
                hit.topic().id(),
                hit.post().id(),
                hit.topic().title(),
                text.length() > 160 ? text.substring(0, 160) + "…" : text,
                hit.post().author(),
                Ago.html(hit.post().at()));
    }
}
