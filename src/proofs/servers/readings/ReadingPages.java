package springboot;

import io.github.ostiary.servlet.OstiaryContext;
import io.github.ostiary.testing.Readings;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;

/** What controllers find. */
@RestController
public class ReadingPages {

    /** Bound by its setter. */
    public static final class Bean {
        private String u;

        public String getU() {
            return u;
        }

        public void setU(String u) {
            this.u = u;
        }
    }

    /** Bound by its setter, several. */
    public static final class Beans {
        private List<String> u;

        public List<String> getU() {
            return u;
        }

        public void setU(List<String> u) {
            this.u = u;
        }
    }

    /** Bound by its constructor. */
    public record Row(String u) {}

    /** For {@code u.x} a text without any letter is made, which is no name. */
    private static String found(HttpServletRequest request, String bound) {
        return bound != null && bound.isEmpty() && request.getParameter("u") == null ? null : bound;
    }

    private static Readings rule(HttpServletRequest request, HttpServletResponse response) {
        return Readings.ofRule(OstiaryContext.call(request, response));
    }

    @RequestMapping("/spring/read")
    String read(
            HttpServletRequest request,
            HttpServletResponse response,
            WebRequest web,
            @RequestParam(name = "u", required = false) String one,
            @RequestParam Map<String, String> all,
            @RequestParam MultiValueMap<String, String> multi,
            @CookieValue(name = "c", required = false) String cookie,
            @RequestHeader(name = "X-H", required = false) String header,
            @RequestHeader HttpHeaders headers) {
        return rule(request, response)
                .one("param", one)
                .one("param", web.getParameter("u"))
                .one("param", all.get("u"))
                .with("param", multi.get("u"))
                .one("cookie", cookie)
                .one("header", header)
                .one("header", headers.getFirst("X-H"))
                .toString();
    }

    @RequestMapping("/spring/bean")
    String bean(HttpServletRequest request, HttpServletResponse response, @ModelAttribute Bean bean) {
        return only(rule(request, response).one("param", found(request, bean.getU())));
    }

    @RequestMapping("/spring/beans")
    String beans(HttpServletRequest request, HttpServletResponse response, @ModelAttribute Beans beans) {
        return only(rule(request, response).with(
                        "param",
                        beans.getU() == null || found(request, String.join("", beans.getU())) == null
                                ? null
                                : beans.getU()));
    }

    @RequestMapping("/spring/record")
    String row(HttpServletRequest request, HttpServletResponse response, @ModelAttribute Row row) {
        return only(rule(request, response).one("param", row.u()));
    }

    @PostMapping(path = "/spring/body", consumes = "application/x-www-form-urlencoded")
    String body(
            HttpServletRequest request,
            HttpServletResponse response,
            @RequestParam(name = "u", required = false) String one,
            @RequestBody MultiValueMap<String, String> form) {
        return only(rule(request, response).one("param", one).with("param", form.get("u")));
    }

    @GetMapping("/spring/body")
    String noBody(
            HttpServletRequest request,
            HttpServletResponse response,
            @RequestParam(name = "u", required = false) String one) {
        return only(rule(request, response).one("param", one));
    }

    @GetMapping("/spring/a/{id}/b")
    String byId(@PathVariable("id") String id) {
        return "by its id";
    }

    /** Of the rule's lines, the one about what is read here. */
    private static String only(Readings readings) {
        return readings.toString().lines()
                .filter(line -> line.startsWith("param"))
                .reduce("cookie\nheader\n", (before, line) -> before + line + "\n");
    }
}
