package springsecurity;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@code /looked} tells how many passwords were looked at since it was last asked; else who is signed in. */
@WebServlet({"/looked", "/"})
public final class LookedServlet extends HttpServlet {

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter()
                .print(
                        request.getServletPath().equals("/looked")
                                ? SecurityConfiguration.LOOKED.getAndSet(0)
                                : request.getRemoteUser());
    }
}
