package io.github.ostiary.testing.acceptance;

import jakarta.ejb.EJB;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Calls the EJB. */
public class SessionBeanServlet extends HttpServlet {

    @EJB
    private transient LimitedSessionBean bean;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print(bean.call());
    }
}
