package io.github.ostiary.captcha;

import io.github.ostiary.text.JsonTree;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The questions to captcha services: one post each, within a time, whose answer is small. Thread-safe. */
final class SiteClient {

    private static final int LONGEST = 16_384;
    private static final int TOO_MANY = 429;
    private static final int LOWEST_FAULT = 500;

    /** Follows no redirect: what it posts is a secret. */
    private static final class Client {
        static final HttpClient HTTP = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    private SiteClient() {}

    /**
     * Posts a form.
     *
     * @return the members of the object that is answered, {@code success} among them
     * @throws IOException if there is no such answer within the time; names nothing that was sent
     */
    static Map<?, ?> post(URI to, String form, Duration within) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(to)
                .timeout(within)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
        CompletableFuture<HttpResponse<byte[]>> sent = Client.HTTP.sendAsync(request, head -> new SmallBody());
        try {
            return read(sent.get(within.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            throw new IOException("no answer in time", e);
        } catch (ExecutionException e) {
            throw new IOException(
                    "no answer: "
                            + Objects.requireNonNullElse(e.getCause(), e)
                                    .getClass()
                                    .getSimpleName(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the thread of the request was interrupted", e);
        } finally {
            sent.cancel(true);
        }
    }

    /** A service may say by 400 that an answer is wrong. */
    private static Map<?, ?> read(HttpResponse<byte[]> answered) throws IOException {
        int status = answered.statusCode();
        if (status != TOO_MANY && (status < 300 || status >= 400) && status < LOWEST_FAULT) {
            try {
                Object tree = JsonTree.read(new String(answered.body(), StandardCharsets.UTF_8));
                if (tree instanceof Map<?, ?> members && members.get("success") instanceof Boolean) {
                    return members;
                }
            } catch (IllegalArgumentException e) {
                throw new IOException("its answer is not JSON, status " + status, e);
            }
        }
        throw new IOException("its answer has no result, status " + status);
    }

    /** A body that is given up where it becomes long. */
    private static final class SmallBody implements HttpResponse.BodySubscriber<byte[]> {

        private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private Flow.@Nullable Subscription subscription;

        @Override
        public CompletionStage<byte[]> getBody() {
            return whole;
        }

        @Override
        public void onSubscribe(Flow.Subscription begun) {
            subscription = begun;
            begun.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> parts) {
            for (ByteBuffer part : parts) {
                byte[] some = new byte[Math.min(part.remaining(), LONGEST + 1 - Math.min(LONGEST, bytes.size()))];
                part.get(some);
                bytes.write(some, 0, some.length);
            }
            if (bytes.size() > LONGEST && subscription != null) {
                subscription.cancel();
                whole.completeExceptionally(new IOException("an answer that is too long"));
            }
        }

        @Override
        public void onError(Throwable failed) {
            whole.completeExceptionally(failed);
        }

        @Override
        public void onComplete() {
            whole.complete(bytes.toByteArray());
        }
    }
}
