package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.store.StoreException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** What is told of what went wrong: a cause and a remedy, and nothing of what was said. */
class RedisErrorsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NOAUTH Authentication required.                        | it requires a password",
                "WRONGPASS invalid username-password pair                | user or password in redis.uri is wrong",
                "ERR invalid password                                    | user or password in redis.uri is wrong",
                "ERR Client sent AUTH, but called without any password configured | the server has none",
                "NOPERM this user has no permissions                     | extend its ACL",
                "ERR DB index is out of range | no database with the number",
                "NOPERM User app has no permissions to run the 'xadd' command | may not run XADD; extend its ACL by +xadd",
                "NOPERM this user has no permissions to run the 'cluster' command or its subcommand | +cluster|slots",
                "ERR ACL failure in script: User app has no permissions to run the 'lpush' command script: c0f | ACL by +lpush",
                "ERR The user executing the script can't run this command or subcommand script: c0f | ACL LOG names it",
                "NOPERM No permissions to access a key | ACL by ~KEYPREFIX:*",
                "ERR unknown command 'eval', with args beginning with: 'x' | it does not know EVAL: renamed",
                "unsupported command 'script' | it does not know SCRIPT: renamed",
                "ERR Unknown Redis command called from script | does not know a command of Ostiary's scripts",
                "ERR Could not find scripting engine 'lua' | it runs no Lua scripts",
                "OOM command not allowed when used memory > 'maxmemory'. | raise its maxmemory",
                "READONLY You can't write against a read only replica.   | it is a replica",
                "-LOADING Redis is loading the dataset in memory         | it will be asked again",
                "MOVED 3999 127.0.0.1:6381                               | write redis+cluster://",
                "ERR This instance has cluster support disabled          | write redis:// in redis.uri",
                "ERR Error running script (call to f_1): @user_script:7: OOM command not allowed | raise its maxmemory"
            })
    void tellsTheRemedyOfWhatAServerSays(String said, String remedy) {
        assertThat(RedisErrors.of(new JedisDataException(said)))
                .hasMessageStartingWith("Redis refuses: ")
                .hasMessageContaining(remedy);
    }

    @Test
    void nothingButACommandIsReadFromARefusal() {
        assertThat(CommandRefusal.command("NOPERM User app has no permissions to run the 'config|get' command"))
                .hasValue("CONFIG GET");
        assertThat(CommandRefusal.right("CONFIG GET")).isEqualTo("+config|get");
        assertThat(CommandRefusal.command("ERR unknown command 'bob@example.org', with args"))
                .isEmpty();
    }

    @Test
    void whatFollowsAnErrorsWordIsNotRepeated() {
        String said = "WRONGTYPE Operation against p:1:{bob@example.org}:login:K holding the wrong kind of value";
        assertThat(RedisErrors.of(said)).hasMessage("Redis refuses: WRONGTYPE");
        assertThat(RedisErrors.of(new JedisDataException(said))).hasMessage("Redis refuses: WRONGTYPE");
        assertThat(RedisErrors.of("bob@example.org")).hasMessage("Redis refuses: ERR");
    }

    /** A key in one caller's way is no outage; a full server still tells of its locks. */
    @ParameterizedTest
    @CsvSource({
        "WRONGTYPE x, false, true", "ERR x, false, true", "OOM x, false, false", "MISCONF x, false, false",
        "NOREPLICAS x, false, false", "READONLY x, true, false", "LOADING x, true, false", "NOAUTH x, true, false"
    })
    void tellsOneCountersErrorFromTheServers(String said, boolean evidence, boolean ofCounter) {
        StoreException failure = RedisErrors.of(said);
        assertThat(failure.evidence()).isEqualTo(evidence);
        assertThat(failure.ofCounter()).isEqualTo(ofCounter);
    }

    @Test
    void aServerThatOnlyReadsSaysSo() {
        assertThat(RedisErrors.readsOnly(new JedisDataException("NOREPLICAS Not enough good replicas to write.")))
                .isTrue();
        assertThat(RedisErrors.readsOnly(new JedisDataException("READONLY You can't write")))
                .isFalse();
    }

    static Stream<Arguments> causes() {
        return Stream.of(
                Arguments.of(new UnknownHostException("secret.example.org"), "cannot be resolved"),
                Arguments.of(new NoRouteToHostException("secret"), "no route to the host"),
                Arguments.of(new ConnectException("secret: refused"), "nothing listens"),
                Arguments.of(new SocketTimeoutException("secret"), "did not answer within redis.timeout"),
                Arguments.of(new CertificateException("NotAfter: secret"), "has expired"),
                Arguments.of(new CertificateException("No name matching secret found"), "is for another host"),
                Arguments.of(new CertificateException("secret"), "is not trusted"),
                Arguments.of(new SSLHandshakeException("PKIX path building failed: secret"), "is not trusted"),
                Arguments.of(new SSLException("Unsupported or unrecognized SSL message"), "does not speak TLS"),
                Arguments.of(new SSLException("secret"), "cannot agree on a TLS connection"),
                Arguments.of(new JedisConnectionException("Unknown reply: secret"), "does not speak Redis' protocol"),
                Arguments.of(new JedisConnectionException("Unexpected end of stream."), "closed the connection"),
                Arguments.of(new IllegalStateException("secret"), "does not answer (JedisException)"));
    }

    /** As a cause, a cause's cause, and where a driver that tried several servers put it aside. */
    @ParameterizedTest
    @MethodSource("causes")
    void findsTheCauseWhereverItLies(Exception cause, String told) {
        JedisException direct = new JedisException(cause);
        JedisException aside = new JedisException("secret");
        aside.addSuppressed(new JedisException(new RuntimeException(cause)));
        for (JedisException failure : new JedisException[] {direct, new JedisException(direct), aside}) {
            assertThat(RedisErrors.of(failure))
                    .hasMessageContaining(told)
                    .hasMessageNotContaining("secret")
                    .hasCause(failure);
        }
    }

    @Test
    void causesThatGoInACircleEnd() {
        RuntimeException one = new RuntimeException("one");
        RuntimeException two = new RuntimeException("two", one);
        one.initCause(two);
        one.addSuppressed(two);
        assertThat(RedisErrors.of(one)).hasMessageContaining("does not answer (RuntimeException)");
    }

    @Test
    void onlyWhatIsTheServersFaultSpoilsItsOtherConnections() {
        assertThat(RedisErrors.spoilsConnections(RedisErrors.of(new JedisConnectionException("reset"))))
                .isTrue();
        assertThat(RedisErrors.spoilsConnections(RedisErrors.of(new JedisDataException("LOADING x"))))
                .isTrue();
        assertThat(RedisErrors.spoilsConnections(RedisErrors.of(new JedisDataException("WRONGTYPE x"))))
                .isFalse();
        assertThat(RedisErrors.spoilsConnections(StoreException.withoutEvidence("too late")))
                .isFalse();
    }
}
