package io.github.ostiary.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.edge.ArrivingCall.NeedsBody;
import org.junit.jupiter.api.Test;

class RequestHeadTest {

    /** A resolver that catches the signal and goes on is found out by the count. */
    @Test
    void countsWhatItDidNotTell() {
        RequestHead head = new RequestHead(RequestPath.UNKNOWN);
        assertThat(head.method()).isEmpty();
        assertThat(head.untold()).isZero();
        assertThatThrownBy(() -> head.parameters("user")).isInstanceOf(NeedsBody.class);
        assertThatThrownBy(() -> head.mayHideParameter("user")).isInstanceOf(NeedsBody.class);
        assertThatThrownBy(() -> head.unwrap(String.class)).isInstanceOf(NeedsBody.class);
        assertThat(head.untold()).isEqualTo(3);
    }
}
