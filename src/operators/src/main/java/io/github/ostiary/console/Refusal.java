package io.github.ostiary.console;

/**
 * A request that fails, and why; a page for people, and JSON for programs. Immutable.
 *
 * @param status of the response
 * @param title in a few words
 * @param text what to do about it
 */
record Refusal(int status, String title, String text) {

    static final Refusal INSECURE = new Refusal(
            403,
            "This page is for HTTPS only",
            "Over plain HTTP anybody who reads the traffic could act in your name. Open the page over HTTPS;"
                    + " behind a proxy that ends HTTPS set trustedProxies and let it send X-Forwarded-Proto; or set"
                    + " console.insecure=true.");

    static final Refusal METHOD = new Refusal(405, "No such method", "GET reads, POST changes.");

    static final Refusal OTHER_SITE = new Refusal(
            403,
            "Asked for by another site",
            "A page of another site has sent your browser here. Nothing was done. Open the console itself.");

    static final Refusal UNNAMED = new Refusal(
            403,
            "The server names no user",
            "If you have not signed in, sign in to the application and come back. If you have, only the"
                    + " application knows it, and the server does not. Let the application's filter wrap the request so"
                    + " that getUserPrincipal and isUserInRole answer, or let the server sign users in, by a"
                    + " <login-config> or Jakarta Security.");

    static final Refusal UNASKED = new Refusal(
            401, "Sign in", "The server names no user of this request. Sign in as a user who has the console's role.");

    static final Refusal ROLE =
            new Refusal(403, "Not for you", "You are signed in, but without the role that console.role names.");

    static final Refusal UNREADABLE = new Refusal(400, "Not understood", "The form or the address cannot be read.");

    static final Refusal TOO_LONG =
            new Refusal(413, "Too long", "A name has at most " + ConsoleVisit.LONGEST + " characters.");

    static final Refusal UNKNOWN = new Refusal(404, "No such page", "There is nothing here.");

    /** The objection to what is impossible, or concerns no caller. */
    static Refusal wrong(RuntimeException why) {
        String what = String.valueOf(why.getMessage());
        return why instanceof NotLocked
                ? new Refusal(404, "No such caller", what)
                : new Refusal(400, "Not possible", what);
    }

    static Refusal away(String what) {
        return new Refusal(503, "The store does not answer", what);
    }

    /** The reply to an unknown caller. */
    Reply reply(boolean program, String base) {
        return program ? json() : Reply.html(status, PageFrame.bare(base, title, text));
    }

    /** The reply to an operator in the role. */
    Reply reply(ConsoleVisit visit) {
        return visit.isApi() ? json() : Reply.html(status, PageFrame.refused(visit, title, text));
    }

    private Reply json() {
        return Reply.json(status, Json.object("type", "about:blank", "title", title, "status", status, "detail", text));
    }
}
