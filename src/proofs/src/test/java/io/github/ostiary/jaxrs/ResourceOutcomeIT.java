package io.github.ostiary.jaxrs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RestKind;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.rest.FoundApplication;
import io.github.ostiary.testing.rest.GuessResource;
import java.net.URI;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a caller accepts, the wrong password counts that a resource has looked at. */
@ParameterizedClass
@EnumSource
class ResourceOutcomeIT {

    private static final int GUESSES = 12;
    private static final String RULES =
            """
            lockout.guess.path=/rest/guess/*
            lockout.guess.key=param:u
            lockout.guess.failure=status:401
            lockout.guess.steps=3/1h lock 15m
            lockout.guess.wait=0s
            """;
    private static final RestServers SERVERS = new RestServers(
            kind -> Stream.of(RestKind.values()).map(rest -> war(kind, rest)).toArray(Path[]::new));

    private final ServerKind server;

    ResourceOutcomeIT(ServerKind server) {
        this.server = server;
    }

    private static Path war(ServerKind kind, RestKind rest) {
        return WarBuilder.war(RestServers.name("outcome-" + rest.label(), kind))
                .thinJarWithoutJedis()
                .jaxrs(rest)
                .classes(GuessResource.class, FoundApplication.class)
                .properties(RULES)
                .build();
    }

    private URI uri(RestKind rest, String path) {
        return SERVERS.uri(server, "outcome-" + rest.label(), "guess/" + path);
    }

    /** What no writer writes becomes 500 or 406: three are given back as unclear, since the caller may bring that about. */
    @ParameterizedTest
    @CsvSource({
        "JERSEY, text/plain, 3", "RESTEASY, text/plain, 3", "CXF, text/plain, 3",
        "JERSEY, x/y, 6", "RESTEASY, x/y, 6", "CXF, x/y, 6"
    })
    void whatIsAcceptedMakesNoGuessFree(RestKind rest, String accepted, int most) {
        for (String kind : new String[] {"returned", "thrown"}) {
            Browser.get(uri(rest, "looked"));
            for (int i = 0; i < GUESSES; i++) {
                Browser.send(
                        "POST",
                        uri(rest, kind),
                        "u=" + kind + accepted.length(),
                        UTF_8,
                        "Content-Type",
                        "application/x-www-form-urlencoded",
                        "Accept",
                        accepted);
            }
            int looked = Integer.parseInt(Browser.get(uri(rest, "looked")).body());
            assertThat(looked).as("%s, %s", kind, accepted).isBetween(3, most);
        }
    }
}
