package com.example.forum;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/**
 * {@code POST /api/session} with <code>{"username": "bob", "password": "builder"}</code> signs a script in: 204 if they
 * match, 401 if not. {@code signin.main} counts it with the form: Ostiary reads the name from the JSON, and this servlet
 * reads the same body afterwards. No token is needed, since no form of another site can send JSON.
 */
@WebServlet("/api/session")
public class SessionApiServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final JsonFactory JSON = new JsonFactory();

    @Inject
    private transient Accounts accounts;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String username = "";
        String password = "";
        try (JsonParser body = JSON.createParser(request.getInputStream())) {
            if (body.nextToken() != JsonToken.START_OBJECT) {
                response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
                return;
            }
            for (String name = body.nextFieldName(); name != null; name = body.nextFieldName()) {
                String value = body.nextTextValue();
                body.skipChildren();
                username = name.equals("username") && value != null ? value.strip() : username;
                password = name.equals("password") && value != null ? value : password;
            }
        } catch (JsonProcessingException e) {
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
            return;
        }
        answer(request, response, accounts.signIn(username, password));
    }

    private static void answer(HttpServletRequest request, HttpServletResponse response, Optional<Member> member) {
        if (member.isEmpty()) {
            response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
            return;
        }
        request.getSession();
        request.changeSessionId();
        SessionUserFilter.remember(request, member.get());
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }
}
