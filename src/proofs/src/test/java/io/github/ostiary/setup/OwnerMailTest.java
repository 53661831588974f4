package io.github.ostiary.setup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.github.ostiary.Attempt;
import io.github.ostiary.GuardListener;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.TestCall;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** What src/docs/recipes-sign-in.md promises for mails to owners: its classes send them to a server, and the link of one opens. */
class OwnerMailTest {

    private static final String HEADING = "Mail to the owner";
    private static final String HOME = "192.0.2.1";
    private static final String STRANGER = "198.51.100.7";
    private static final String IMPORTS =
            """
            import io.github.ostiary.*;
            import jakarta.enterprise.context.*;
            import jakarta.enterprise.event.*;
            import jakarta.inject.*;
            import java.time.*;
            import org.springframework.stereotype.*;
            """;

    private final GreenMail server = new GreenMail(setup());
    private final ManualTimeSource time = new ManualTimeSource();
    private final List<Event> heard = new CopyOnWriteArrayList<>();
    private ConfiguredGuard guard;
    private URLClassLoader classes;

    @TempDir
    private Path folder;

    /** A busy machine starts no thread within the usual second. */
    private static ServerSetup setup() {
        ServerSetup setup = ServerSetup.SMTP.dynamicPort();
        setup.setServerStartupTimeout(60_000);
        return setup;
    }

    @BeforeEach
    void begin() throws IOException {
        server.start();
        time.set(1_800_000_000_000_000L);
        GuardBuilder builder = GuardBuilder.create().timeSource(time).listener(heard::add);
        for (Map.Entry<String, String> line :
                Page.recipe("Mail to the owner").properties().entrySet()) {
            builder.property(line.getKey(), line.getValue());
        }
        guard = (ConfiguredGuard) builder.build();
        classes = compiled();
    }

    @AfterEach
    void end() throws IOException {
        guard.close();
        server.stop();
        classes.close();
    }

    private URLClassLoader compiled() throws IOException {
        List<String> files = new ArrayList<>(List.of("-proc:none", "-parameters", "-d", folder.toString()));
        files.add(written("Accounts", "public interface Accounts { String addressOf(Key name); }"));
        for (Page.Block block : Page.of("src/docs/recipes-sign-in.md").blocks("java")) {
            if (block.heading().equals(HEADING)) {
                Matcher name = Pattern.compile("public (?:class|record) (\\w+)").matcher(block.text());
                assertThat(name.find()).isTrue();
                files.add(written(name.group(1), block.text()));
            }
        }
        assertThat(files).hasSize(8);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, files.toArray(new String[0])))
                .isZero();
        return new URLClassLoader(
                new java.net.URL[] {folder.toUri().toURL()}, getClass().getClassLoader());
    }

    private String written(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name + ".java"), IMPORTS + text).toString();
    }

    /** Knows Bob and Ann. */
    private Object accounts() throws ClassNotFoundException {
        Class<?> type = classes.loadClass("Accounts");
        return Proxy.newProxyInstance(classes, new Class<?>[] {type}, (self, method, given) -> {
            String name = ((Key) given[0]).parts().get(0).value();
            return name.equals("nobody") ? null : name + "@example.com";
        });
    }

    private static TestCall login(String name, String from) {
        return new TestCall("POST", "/login").param("username", name).from(from);
    }

    private boolean tried(String name, String from, boolean right) {
        try (Attempt attempt = guard.lockouts("main.account").begin(login(name, from))) {
            if (attempt.allowed() && right) {
                attempt.succeeded();
            }
            return attempt.allowed();
        }
    }

    /** Guesses until there is a lock. */
    private Event lock(String name) {
        heard.clear();
        int guesses = 0;
        while (tried(name, STRANGER, false)) {
            assertThat(++guesses).isLessThan(100);
        }
        return await(Kind.LOCKED);
    }

    private Event await(Kind kind) {
        Await.until(() -> heard.stream().anyMatch(event -> event.kind() == kind), Duration.ofSeconds(30));
        return heard.stream().filter(event -> event.kind() == kind).findFirst().orElseThrow();
    }

    private interface Mailer {
        void told(Event event) throws Exception;
    }

    /** The bean of Jakarta EE, its fields injected. */
    private Mailer jakarta() throws Exception {
        Object bean = classes.loadClass("JakartaMail").getDeclaredConstructor().newInstance();
        Properties smtp = new Properties();
        smtp.put("mail.smtp.host", "127.0.0.1");
        smtp.put("mail.smtp.port", Integer.toString(server.getSmtp().getPort()));
        smtp.put("mail.from", "shop@example.com");
        inject(bean, "guard", guard);
        inject(bean, "accounts", accounts());
        inject(bean, "smtp", Session.getInstance(smtp));
        Method told = bean.getClass().getDeclaredMethod("told", Event.class);
        told.setAccessible(true);
        return event -> call(told, bean, event);
    }

    private static void call(Method method, Object bean, Event event) throws Exception {
        try {
            method.invoke(bean, event);
        } catch (InvocationTargetException e) {
            throw new AssertionError(e.getCause());
        }
    }

    private static void inject(Object bean, String field, Object value) throws ReflectiveOperationException {
        Field place = bean.getClass().getDeclaredField(field);
        place.setAccessible(true);
        place.set(bean, value);
    }

    /** The bean of Spring, made by a bean factory. */
    private Mailer spring() throws Exception {
        JavaMailSenderImpl sender = new JavaMailSenderImpl();
        sender.setHost("127.0.0.1");
        sender.setPort(server.getSmtp().getPort());
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.setBeanClassLoader(classes);
        beans.registerResolvableDependency(classes.loadClass("Accounts"), accounts());
        beans.registerSingleton("guard", guard);
        beans.registerResolvableDependency(JavaMailSender.class, sender);
        beans.registerResolvableDependency(TaskExecutor.class, new SyncTaskExecutor());
        return ((GuardListener) beans.createBean(classes.loadClass("SpringMail")))::on;
    }

    private static String text(MimeMessage mail) {
        return GreenMailUtil.getBody(mail)
                .replace("=\r\n", "")
                .replace("=3D", "=")
                .replace("\r\n", "\n");
    }

    private String token(MimeMessage mail) {
        Matcher link = Pattern.compile("https://www\\.example\\.com/unlock\\?token=([A-Za-z0-9_-]+)")
                .matcher(text(mail));
        assertThat(link.find()).as(text(mail)).isTrue();
        return link.group(1);
    }

    private String posted(String token) {
        TestCall post = new TestCall("POST", "/unlock").from(HOME).param("token", token);
        return new String(new UnlockPage(guard).answer(post, "/unlock").body(), UTF_8);
    }

    private void ownersAreTold(Mailer mailer) throws Exception {
        mailer.told(lock("bob"));
        assertThat(server.waitForIncomingEmail(20_000, 1)).isTrue();
        MimeMessage mail = server.getReceivedMessages()[0];
        assertThat(mail.getAllRecipients()[0]).hasToString("bob@example.com");
        assertThat(text(mail))
                .contains("wrong passwords your account is locked until ")
                .doesNotContain(STRANGER);
        assertThat(tried("bob", HOME, true)).as("not before the click").isFalse();
        assertThat(posted(token(mail))).contains("You can sign in now");
        assertThat(tried("bob", HOME, true)).isTrue();
        assertThat(tried("bob", STRANGER, true)).isFalse();
        mailer.told(await(Kind.SIGNED_IN));
        assertThat(server.waitForIncomingEmail(20_000, 2)).isTrue();
        assertThat(text(server.getReceivedMessages()[1])).contains("a network that is KNOWN");
    }

    @Test
    void ownersAreToldByJakartaMail() throws Exception {
        ownersAreTold(jakarta());
    }

    @Test
    void ownersAreToldBySpring() throws Exception {
        ownersAreTold(spring());
    }

    /** A stranger who locks again and again, or many, sends no more than the limits say; who has no account gets none. */
    @Test
    void noStrangerFloodsAMailbox() throws Exception {
        Mailer mailer = jakarta();
        Event locked = lock("bob");
        for (int i = 0; i < 20; i++) {
            mailer.told(locked);
        }
        assertThat(server.getReceivedMessages()).hasSize(2);
        for (int i = 0; i < 210; i++) {
            Key name = guard.keyFor("main.account", login("user" + i, STRANGER));
            mailer.told(new Event(
                    locked.kind(),
                    locked.rule(),
                    java.util.Optional.of(name),
                    locked.duration(),
                    locked.description(),
                    locked.change(),
                    locked.near(),
                    locked.prior()));
        }
        assertThat(server.getReceivedMessages()).hasSize(200);
        time.advance(Duration.ofDays(2));
        mailer.told(lock("nobody"));
        assertThat(server.getReceivedMessages()).hasSize(200);
    }
}
