package com.example.forum;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code GET /api/search?q=}: what the search page finds, as JSON. The rule {@code search-api} counts the calls. */
@WebServlet("/api/search")
public class SearchApiServlet extends ForumServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Forum forum;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String query = text(request, "q", 100);
        List<Map<String, Object>> hits =
                forum.search(query, 50).stream().map(SearchApiServlet::hit).toList();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("query", query);
        answer.put("count", hits.size());
        answer.put("hits", hits);
        sendJson(response, answer);
    }

    private static Map<String, Object> hit(Forum.Hit hit) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("thread", hit.topic().id());
        json.put("title", hit.topic().title());
        json.put("post", hit.post().id());
        json.put("author", hit.post().author());
        json.put("text", hit.post().text());
        json.put("at", hit.post().at().toString());
        return json;
    }
}
