package io.github.ostiary.benchmarks.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.concurrent.atomic.AtomicInteger;

/** What one connection asks, request by request, and the status that each answer must have. Not thread-safe. */
abstract class Requests {

    private static final byte[] PAGE =
            """
            GET /area0/page HTTP/1.1\r
            Host: shop.example\r
            User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\r
            Accept: text/plain\r
            Accept-Encoding: gzip\r
            \r
            """
                    .getBytes(US_ASCII);

    private static final String SIGN_IN =
            """
            POST /login HTTP/1.1\r
            Host: shop.example\r
            User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\r
            Accept: text/html\r
            Accept-Encoding: gzip\r
            X-Forwarded-For: %s\r
            Content-Type: application/x-www-form-urlencoded\r
            Content-Length: %d\r
            \r
            %s""";

    private static final int USERS = 10_000;
    private static final AtomicInteger SIGN_INS = new AtomicInteger();

    /** The next request, whole. */
    abstract byte[] next();

    /** The status of its answer. */
    abstract int status();

    /** The same page again and again. */
    static Requests page(int status) {
        return new Requests() {
            @Override
            byte[] next() {
                return PAGE;
            }

            @Override
            int status() {
                return status;
            }
        };
    }

    /** Sign-ins of ten thousand users, each from a network of its own: with right passwords, or with a wrong one before each. */
    static Requests signIns(boolean wrongBefore) {
        return new Requests() {
            private int user;
            private boolean right = true;

            @Override
            byte[] next() {
                right = !wrongBefore || !right;
                if (!wrongBefore || !right) {
                    user = SIGN_INS.getAndIncrement() % USERS;
                }
                return signIn(user, right ? "right" : "wrong");
            }

            @Override
            int status() {
                return right ? 302 : 401;
            }
        };
    }

    private static byte[] signIn(int user, String password) {
        String body = "username=user" + user + "&password=" + password;
        String address = "11." + user / 256 + "." + user % 256 + ".7";
        return SIGN_IN.formatted(address, body.length(), body).getBytes(US_ASCII);
    }
}
