package com.example.forum;

import static com.example.forum.Html.html;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The page for everything that went wrong; web.xml names it. Says nothing of what only the log should know. */
@WebServlet("/error")
public class ErrorServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code
                ? code
                : HttpServletResponse.SC_NOT_FOUND;
        response.setStatus(status);
        Object message = request.getAttribute(RequestDispatcher.ERROR_MESSAGE);
        boolean thrown = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) != null;
        Layout.send(
                request,
                response,
                "Not possible",
                html(
                        """
                        <div class="narrow">
                          <section class="card centred">
                            <p class="figure">{}</p>
                            <h1>{}</h1>
                            <p>{}</p>
                            <p><a class="button" href="{}/">To the threads</a></p>
                          </section>
                        </div>
                        """,
                        status,
                        title(status),
                        thrown || message == null || message.toString().isEmpty()
                                ? "Nothing more can be said here."
                                : message,
                        request.getContextPath()));
    }

    private static String title(int status) {
        return switch (status) {
            case 401 -> "Who is there?";
            case 404 -> "No such door";
            case 503 -> "Nobody answers";
            default -> status < 500 ? "That did not work" : "Something broke on our side";
        };
    }
}
