package io.github.ostiary.testing;

import com.sun.source.util.JavacTask;
import io.github.ostiary.Guard;
import jakarta.activation.DataHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.interceptor.InterceptorBinding;
import jakarta.mail.MessagingException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.websocket.OnMessage;
import jakarta.websocket.server.ServerEndpoint;
import jakarta.ws.rs.GET;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.eclipse.microprofile.health.HealthCheck;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.task.TaskExecutor;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.RestController;

/**
 * Compiles the Java a page shows: a class or members of one, else statements. An ellipsis in braces stands for a body; what
 * is the reader's own, such as {@code Session} or {@code passwordIsRight}, is declared here.
 */
public final class JavaBlocks {

    private static final String READER =
            """
            import io.github.ostiary.*;
            import io.github.ostiary.interceptor.*;
            import io.github.ostiary.operator.*;
            import io.github.ostiary.servlet.*;
            import io.github.ostiary.setup.*;
            import jakarta.enterprise.context.*;
            import jakarta.enterprise.event.*;
            import jakarta.inject.*;
            import jakarta.servlet.*;
            import jakarta.servlet.annotation.*;
            import jakarta.servlet.http.*;
            import jakarta.websocket.*;
            import jakarta.websocket.server.*;
            import java.io.*;
            import java.time.*;

            class Reader {
                interface Reply {}
                interface Session {}
                interface Accounts { String addressOf(Key name); }
                static class WrongPassword extends Exception {}
                Guard guard;
                void mail(Key customer, int percent, Instant until) {}
                HttpServletRequest request;
                HttpServletResponse response;
                String user, password;
                long estimatedCost, actualCost, megabytes;
                boolean passwordIsRight(String user, String password) { return true; }
                %s
            }

            record OwnerMail(String to, String text) {
                static java.util.Optional<OwnerMail> of(GuardListener.Event event, Guard guard, Reader.Accounts accounts) {
                    return java.util.Optional.empty();
                }
            }
            """;

    private JavaBlocks() {}

    /** What the compiler says of a block; empty if it compiles. */
    public static String problems(String block) {
        String body = block.replaceAll("\\{ … \\}", "{ throw new UnsupportedOperationException(); }");
        String imports = body.lines().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n"));
        String rest = body.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
        boolean members = rest.strip().startsWith("@") || rest.strip().startsWith("public ");
        String source = imports + "\n"
                + READER.formatted(members ? rest : "void statements() throws Exception {\n" + rest + "\n}");
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(
                        null, null, said, List.of("-proc:none", "-cp", libraries()), null, List.of(new Source(source)));
        try {
            task.analyze();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return said.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .map(each -> each.getMessage(Locale.ROOT))
                .collect(Collectors.joining("\n"));
    }

    /** Wherever the tests were started from. */
    private static String libraries() {
        return Stream.of(
                        Guard.class,
                        HttpServletRequest.class,
                        ApplicationScoped.class,
                        Inject.class,
                        GET.class,
                        HealthCheck.class,
                        OnMessage.class,
                        ServerEndpoint.class,
                        InterceptorBinding.class,
                        RestController.class,
                        Service.class,
                        DataHandler.class,
                        MessagingException.class,
                        ObjectProvider.class,
                        TaskExecutor.class,
                        JavaMailSender.class,
                        Nullable.class)
                .map(type -> Path.of(URI.create(type.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toString()))
                        .toString())
                .distinct()
                .collect(Collectors.joining(System.getProperty("path.separator")));
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String text) {
            super(URI.create("string:///Reader.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
