package io.github.ostiary.testing.identity;

import jakarta.enterprise.inject.spi.CDI;
import jakarta.inject.Inject;
import jakarta.security.enterprise.credential.CallerOnlyCredential;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.IdentityStoreHandler;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Asks the identity stores as a mechanism does; tells their answer and how many passwords they have looked at since it was last told. */
@WebServlet("/mechanism")
public class MechanismServlet extends HttpServlet {

    @Inject
    private transient IdentityStoreHandler stores;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String user = request.getParameter("u");
        String password = request.getParameter("p");
        String status;
        try {
            IdentityStoreHandler asked = stores == null
                    ? CDI.current().select(IdentityStoreHandler.class).get()
                    : stores; // OpenWebBeans injects nothing into servlets of Tomcat
            status = asked.validate(
                            password == null
                                    ? new CallerOnlyCredential(user)
                                    : new UsernamePasswordCredential(user, password))
                    .getStatus()
                    .name();
        } catch (IllegalStateException e) {
            status = e.getMessage();
        }
        response.getWriter().print(status + " " + CountingStores.LOOKED.getAndSet(0));
    }
}
