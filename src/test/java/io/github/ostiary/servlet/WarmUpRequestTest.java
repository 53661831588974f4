package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.DispatcherType;
import org.junit.jupiter.api.Test;

class WarmUpRequestTest {

    /** RFC 5737: nobody has it. */
    @Test
    void isAPostFromNobody() {
        WarmUpRequest request = new WarmUpRequest().on("/made/up");
        assertThat(request.getRemoteAddr()).isEqualTo("192.0.2.1");
        assertThat(request.getMethod()).isEqualTo("POST");
        assertThat(request.getServletPath()).isEqualTo("/made/up");
        assertThat(request.getPathInfo()).isNull();
        assertThat(request.getDispatcherType()).isEqualTo(DispatcherType.REQUEST);
    }

    @Test
    void forgetsWhatItIsTold() {
        WarmUpRequest request = new WarmUpRequest();
        request.setAttribute("name", "value");
        assertThat(request.getAttribute("name")).isNull();
        assertThat(request.getAttributeNames().hasMoreElements()).isFalse();
    }

    @Test
    void isAnsweredByAFailedSignInThatNobodyHasSeen() {
        WarmUpResponse response = new WarmUpResponse();
        response.setStatus(200);
        response.setHeader("RateLimit", "\"api\";r=1;t=1");
        assertThat(response.getStatus()).isEqualTo(401);
        assertThat(response.getHeader("RateLimit")).isNull();
        assertThat(response.isCommitted()).isFalse();
    }
}
