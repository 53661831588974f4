package io.github.ostiary.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KnownBootTest {

    @Test
    void anOldBootAndANativeImageAreNamed() {
        assertThat(KnownBoot.problem("2.7.18", false)).contains("Spring Boot 2.7.18 is older than 3.2");
        assertThat(KnownBoot.problem("3.1.12", false)).contains("older than 3.2");
        assertThat(KnownBoot.problem("3.2.0", false)).isEmpty();
        assertThat(KnownBoot.problem("4.0.0", false)).isEmpty();
        assertThat(KnownBoot.problem(null, false)).isEmpty();
        assertThat(KnownBoot.problem("3.5.6", true)).contains("native image");
    }
}
