package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BasicChallengeTest {

    @Test
    void asksWhereTheDescriptorSaysBasic() {
        assertThat(BasicChallenge.in("<auth-method> BASIC </auth-method><realm-name>\n the shop </realm-name>"))
                .hasValue("Basic realm=\"the shop\", charset=\"UTF-8\"");
        assertThat(BasicChallenge.in("<auth-method>BASIC</auth-method>"))
                .hasValue("Basic realm=\"Ostiary\", charset=\"UTF-8\"");
        assertThat(BasicChallenge.in("<auth-method>BASIC</auth-method><realm-name>a\"\r\nb</realm-name>"))
                .hasValue("Basic realm=\"Ostiary\", charset=\"UTF-8\"");
        assertThat(BasicChallenge.in("<auth-method>FORM</auth-method>")).isEmpty();
        assertThat(BasicChallenge.in("")).isEmpty();
    }
}
