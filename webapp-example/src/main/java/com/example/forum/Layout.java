package com.example.forum;

import static com.example.forum.Html.html;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.Locale;

/** The frame around every page. */
final class Layout {

    private Layout() {}

    /**
     * Sends a page.
     *
     * @param title plain text
     * @param body the page between header and footer
     */
    static void send(HttpServletRequest request, HttpServletResponse response, String title, Html body)
            throws IOException {
        response.setContentType("text/html");
        response.setHeader("Cache-Control", "no-store");
        String base = request.getContextPath();
        Html page = html(
                """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <title>{} · The Porch</title>
                <link rel="icon" href="{}/static/icon.svg" type="image/svg+xml">
                <link rel="stylesheet" href="{}/static/forum.css">
                <script src="{}/static/forum.js" defer></script>
                </head>
                <body>
                <a class="skip" href="#main">Skip to the content</a>
                <header class="bar">
                  <div class="bar-inner">
                    <a class="brand" href="{}/"><img src="{}/static/icon.svg" alt="" width="28" height="28">The Porch</a>
                    <form class="find" action="{}/search" role="search">
                      <input type="search" name="q" placeholder="Search" aria-label="Search the forum" maxlength="100">
                    </form>
                    <nav aria-label="Account">{}</nav>
                  </div>
                </header>
                <main id="main">
                {}
                </main>
                <footer>
                  <p>The Porch is the example application of <strong>Ostiary</strong>. What it limits stands in
                  <code>WEB-INF/ostiary.properties</code>.</p>
                </footer>
                <div id="toasts" role="status" aria-live="polite"></div>
                </body>
                </html>
                """,
                title,
                base,
                base,
                base,
                base,
                base,
                base,
                account(request),
                body);
        response.getWriter().write(page.toString());
    }

    private static Html account(HttpServletRequest request) {
        Principal user = request.getUserPrincipal();
        String base = request.getContextPath();
        if (user == null) {
            return html("<a class=\"button\" href=\"{}/sign-in\">Sign in</a>", base);
        }
        return html(
                """
                {}<span class="who">{}<span>{}</span></span>
                <form action="{}/sign-out" method="post">{}<button class="quiet">Sign out</button></form>
                """,
                request.isUserInRole("admin") ? html("<a href=\"{}/ostiary/\">Doorkeeper</a>", base) : Html.EMPTY,
                avatar(user.getName()),
                user.getName(),
                base,
                Csrf.field(request));
    }

    /** A member's initial on a colour of their own. */
    static Html avatar(String name) {
        return html(
                "<span class=\"avatar tint-{}\" aria-hidden=\"true\">{}</span>",
                Math.floorMod(name.hashCode() * 31 >> 2, 6),
                name.substring(0, 1).toUpperCase(Locale.ROOT));
    }
}
