package springboot;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.AuthenticationException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** A sign-in by a controller, and pages that tell who is signed in. */
@RestController
public class SignInPages {

    private final AuthenticationManager manager;

    SignInPages(AuthenticationManager manager) {
        this.manager = manager;
    }

    @PostMapping("/json/login")
    Map<String, String> signIn(@RequestBody Map<String, String> typed) {
        return Map.of(
                "name",
                manager.authenticate(
                                new UsernamePasswordAuthenticationToken(typed.get("user"), typed.get("password")))
                        .getName());
    }

    /** On a thread that knows neither the request nor the application. */
    @PostMapping("/json/later")
    CompletableFuture<Map<String, String>> signInLater(@RequestBody Map<String, String> typed) {
        return CompletableFuture.supplyAsync(() -> signIn(typed), SignInPages::elsewhere);
    }

    private static void elsewhere(Runnable task) {
        Thread thread = new Thread(task);
        thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
        thread.start();
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.UNAUTHORIZED)
    String wrong(AuthenticationException wrong) {
        return "wrong";
    }

    /** By the servlet API, as any servlet may. */
    @PostMapping("/staff/servlet")
    String byServlet(HttpServletRequest request, String user, String password) throws ServletException {
        request.login(user, password);
        return request.getRemoteUser();
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.UNAUTHORIZED)
    String wrong(ServletException wrong) {
        return "wrong";
    }

    @GetMapping({"/api/me", "/staff/me"})
    String me(Principal caller) {
        return caller.getName();
    }
}
