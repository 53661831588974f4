package com.example.forum;

import static com.example.forum.Html.html;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;

/** How one thread looks to one visitor. */
final class TopicView {

    private final HttpServletRequest request;
    private final Likes likes;

    TopicView(HttpServletRequest request, Likes likes) {
        this.request = request;
        this.likes = likes;
    }

    /** The whole thread. */
    Html page(Topic topic) {
        return html(
                """
                <article class="thread">
                  <p class="crumb"><a href="{}/">← All threads</a></p>
                  <h1>{}</h1>
                  <div id="posts">{}</div>
                  {}
                </article>
                """,
                request.getContextPath(),
                topic.title(),
                topic.posts().stream().map(this::post).toList(),
                request.getUserPrincipal() == null ? invitation(topic) : forms(topic));
    }

    /** One post; also what a script gets back for a reply it sent. */
    Html post(Post post) {
        String base = request.getContextPath();
        return html(
                """
                <section class="card post" id="post-{}">
                  <header>{}<div><strong>{}</strong>{}<p class="meta">{}</p></div></header>
                  {}
                  {}
                  <footer>{}</footer>
                </section>
                """,
                post.id(),
                Layout.avatar(post.author()),
                post.author(),
                post.author().equals("admin") ? html(" <span class=\"badge\">keeper</span>") : Html.EMPTY,
                Ago.html(post.at()),
                post.text().isEmpty() ? Html.EMPTY : html("<p class=\"text\">{}</p>", post.text()),
                post.image().isPresent()
                        ? html(
                                "<img class=\"picture\" src=\"{}/images/{}\" alt=\"Picture by {}\" loading=\"lazy\">",
                                base,
                                post.image().getAsLong(),
                                post.author())
                        : Html.EMPTY,
                likeButton(post));
    }

    private Html likeButton(Post post) {
        Principal user = request.getUserPrincipal();
        int count = likes.count(post.id());
        if (user == null) {
            return html("<span class=\"like\"><span aria-hidden=\"true\">♥</span> {}</span>", count);
        }
        return html(
                """
                <form action="{}/likes" method="post" data-fetch="like">{}
                  <input type="hidden" name="post" value="{}">
                  <button class="like" aria-pressed="{}" aria-label="Like this post"><span aria-hidden="true">♥</span> \
                <output>{}</output></button>
                </form>
                """,
                request.getContextPath(),
                Csrf.field(request),
                post.id(),
                likes.likes(post.id(), user.getName()),
                count);
    }

    private Html invitation(Topic topic) {
        return html(
                "<p class=\"card invite\"><a class=\"button\" href=\"{}/sign-in?next=/threads/{}\">Sign in</a> "
                        + "to reply, like and post pictures.</p>",
                request.getContextPath(),
                topic.id());
    }

    private Html forms(Topic topic) {
        String base = request.getContextPath();
        Html csrf = Csrf.field(request);
        return html(
                """
                <div class="card compose">
                  <form action="{}/threads/{}/replies" method="post" data-fetch="reply">{}
                    <label for="text">Your reply</label>
                    <textarea id="text" name="text" rows="4" maxlength="4000" required></textarea>
                    <button class="button">Reply</button>
                  </form>
                  <form action="{}/threads/{}/images" method="post" enctype="multipart/form-data" class="upload">{}
                    <label for="image">Or a picture <small>PNG, JPEG or GIF, at most 1 MB</small></label>
                    <input id="image" type="file" name="image" accept="image/png,image/jpeg,image/gif" required>
                    <button class="button quiet">Upload</button>
                  </form>
                </div>
                """,
                base,
                topic.id(),
                csrf,
                base,
                topic.id(),
                csrf);
    }
}
