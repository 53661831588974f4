package io.github.ostiary.identity;

import static io.github.ostiary.identity.SourceKind.ARG;
import static io.github.ostiary.identity.SourceKind.ATTRIBUTE;
import static io.github.ostiary.identity.SourceKind.BASIC;
import static io.github.ostiary.identity.SourceKind.COOKIE;
import static io.github.ostiary.identity.SourceKind.GLOBAL;
import static io.github.ostiary.identity.SourceKind.HEADER;
import static io.github.ostiary.identity.SourceKind.HOST;
import static io.github.ostiary.identity.SourceKind.IP;
import static io.github.ostiary.identity.SourceKind.JSON;
import static io.github.ostiary.identity.SourceKind.PARAM;
import static io.github.ostiary.identity.SourceKind.PATH;
import static io.github.ostiary.identity.SourceKind.PRINCIPAL;
import static io.github.ostiary.identity.SourceKind.RESOLVER;
import static io.github.ostiary.identity.SourceKind.ROLE;
import static io.github.ostiary.identity.SourceKind.SESSION;
import static io.github.ostiary.identity.SourceKind.TRUSTED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What follows from the facts of a source, and is dear to get wrong. */
class SourceKindTest {

    /** The application's word, or a secret: a stranger who does not know it cannot send it. */
    private static final Set<SourceKind> PROVES =
            EnumSet.of(PRINCIPAL, SESSION, HEADER, COOKIE, ATTRIBUTE, ARG, ROLE, RESOLVER);

    /** Anybody can send another's: a name that is typed, the target of the request, an address that many have, what a proxy says of it. */
    private static final Set<SourceKind> PROVES_NOTHING =
            EnumSet.of(IP, GLOBAL, HOST, TRUSTED, PARAM, JSON, BASIC, PATH);

    @Test
    void itIsDecidedOfEachSourceWhetherItProvesItsCaller() {
        for (SourceKind kind : SourceKind.values()) {
            assertThat(PROVES.contains(kind) ^ PROVES_NOTHING.contains(kind))
                    .as(
                            "decide whether a stranger can send %s of somebody else: if not, write it into PROVES, else into"
                                    + " PROVES_NOTHING",
                            kind.written())
                    .isTrue();
            assertThat(kind.proves())
                    .as(
                            "%s: who decides its value and where it stands tell whether it proves its caller",
                            kind.written())
                    .isEqualTo(PROVES.contains(kind));
        }
    }
}
