package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TicketsTest {

    private final ManualTimeSource time = new ManualTimeSource();
    private final Tickets tickets = new Tickets(() -> new byte[32], time);

    @Test
    void aTicketIsForOnePurposeAndOneHolder() {
        String ticket = tickets.issue(Tickets.FORM, "grace\nsession");
        assertThat(tickets.isValid(ticket, Tickets.FORM, "grace\nsession")).isTrue();
        assertThat(tickets.isValid(ticket, Tickets.PASS, "grace\nsession")).isFalse();
        assertThat(tickets.isValid(ticket, Tickets.FORM, "grace\nother")).isFalse();
        assertThat(tickets.isValid(ticket, Tickets.FORM, "eve\nsession")).isFalse();
    }

    @Test
    void itEndsAfterAnHour() {
        String ticket = tickets.issue(Tickets.FORM, "grace");
        time.advance(Duration.ofMinutes(59));
        assertThat(tickets.isValid(ticket, Tickets.FORM, "grace")).isTrue();
        time.advance(Duration.ofMinutes(1));
        assertThat(tickets.isValid(ticket, Tickets.FORM, "grace")).isFalse();
    }

    @Test
    void anotherConsoleIssuesOthersUnlessItHasTheSameSecret() {
        String ticket = tickets.issue(Tickets.FORM, "grace");
        byte[] other = new byte[32];
        other[31] = 1;
        assertThat(new Tickets(() -> other, time).isValid(ticket, Tickets.FORM, "grace"))
                .isFalse();
        assertThat(new Tickets(() -> new byte[32], time).isValid(ticket, Tickets.FORM, "grace"))
                .isTrue();
    }

    @Test
    void aTicketThatWasChangedIsNone() {
        String ticket = tickets.issue(Tickets.FORM, "grace");
        for (int i = 0; i < ticket.length() - 1; i++) {
            char other = ticket.charAt(i) == 'A' ? 'B' : 'A';
            String changed = ticket.substring(0, i) + other + ticket.substring(i + 1);
            assertThat(tickets.isValid(changed, Tickets.FORM, "grace"))
                    .as(changed)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "%%%%", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "ééé"})
    void whatIsNoTicketIsNone(String text) {
        assertThat(tickets.isValid(text, Tickets.FORM, "grace")).isFalse();
        assertThat(tickets.isValid(text.repeat(100_000), Tickets.FORM, "grace")).isFalse();
    }
}
