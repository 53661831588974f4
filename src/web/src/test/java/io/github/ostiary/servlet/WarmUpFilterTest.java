package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpFilterTest {

    private interface Look {

        void at(HttpServletRequest request, HttpServletResponse response);
    }

    private static void look(Look look) {
        List<String> seen = new ArrayList<>();
        Filter filter = (request, response, chain) -> {
            seen.add(((HttpServletRequest) request).getServletPath());
            look.at((HttpServletRequest) request, (HttpServletResponse) response);
            chain.doFilter(request, response);
        };
        WarmUpFilter warmUp = new WarmUpFilter(filter);
        warmUp.accept("/made/up");
        warmUp.accept("/made/up/too");
        assertThat(seen).containsExactly("/made/up", "/made/up/too");
    }

    /** RFC 5737: the address has no owner. */
    @Test
    void sendsAPostWithoutASender() {
        look((request, response) -> {
            assertThat(request.getRemoteAddr()).isEqualTo("192.0.2.1");
            assertThat(request.getMethod()).isEqualTo("POST");
            assertThat(request.getPathInfo()).isNull();
            assertThat(request.getDispatcherType()).isEqualTo(DispatcherType.REQUEST);
        });
    }

    @Test
    void forgetsWhatIsSetOnTheRequest() {
        look((request, response) -> {
            request.setAttribute("name", "value");
            assertThat(request.getAttribute("name")).isNull();
            assertThat(request.getAttributeNames().hasMoreElements()).isFalse();
        });
    }

    @Test
    void answersByAFailedSignInThatStaysUnseen() {
        look((request, response) -> {
            response.setStatus(200);
            response.setHeader("RateLimit", "\"api\";r=1;t=1");
            assertThat(response.getStatus()).isEqualTo(401);
            assertThat(response.getHeader("RateLimit")).isNull();
            assertThat(response.getHeaders("Set-Cookie")).isEmpty();
            assertThat(response.isCommitted()).isFalse();
        });
    }
}
