import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.security.idm.Account;
import io.undertow.security.idm.Credential;
import io.undertow.security.idm.DigestCredential;
import io.undertow.security.idm.IdentityManager;
import io.undertow.security.idm.PasswordCredential;
import io.undertow.server.handlers.PathHandler;
import io.undertow.server.handlers.resource.PathResourceManager;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.ErrorPage;
import io.undertow.servlet.api.LoginConfig;
import io.undertow.servlet.api.SecurityConstraint;
import io.undertow.servlet.api.SecurityInfo.EmptyRoleSemantic;
import io.undertow.servlet.api.ServletContainerInitializerInfo;
import io.undertow.servlet.api.ServletInfo;
import io.undertow.util.HexConverter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContainerInitializer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.util.ArrayList;
import java.util.EventListener;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.ServiceLoader;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Runs exploded WARs on Undertow, which speaks HTTP/2 too, until standard input ends. Undertow reads no WARs: this takes from {@code
 * web.xml} what our own have in it, servlets, filters, listeners, error pages, one security constraint, and finds initializers;
 * annotations it does not look at.
 * Arguments: pairs of context path and directory.
 */
final class Undertow23 {

    public static void main(String[] arguments) throws Exception {
        PathHandler paths = new PathHandler();
        List<DeploymentManager> deployed = new ArrayList<>();
        try {
            for (int i = 0; i < arguments.length; i += 2) {
                DeploymentManager manager =
                        Servlets.defaultContainer().addDeployment(deployment(arguments[i], Path.of(arguments[i + 1])));
                manager.deploy();
                deployed.add(manager);
                paths.addPrefixPath(arguments[i].isEmpty() ? "/" : arguments[i], manager.start());
            }
        } catch (Throwable failure) {
            failure.printStackTrace();
            System.exit(1);
        }
        Undertow server = Undertow.builder()
                .addHttpListener(0, "127.0.0.1")
                .setServerOption(UndertowOptions.ENABLE_HTTP2, true)
                .setHandler(paths)
                .build();
        server.start();
        System.out.println("LISTENING "
                + ((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort());
        Scanner commands = new Scanner(System.in);
        while (commands.hasNextLine()) {
            commands.nextLine();
        }
        for (DeploymentManager manager : deployed) {
            manager.stop();
            manager.undeploy();
        }
        server.stop();
        System.out.println("STOPPED");
        System.exit(0);
    }

    private static DeploymentInfo deployment(String path, Path war) throws Exception {
        ClassLoader loader = loader(war);
        DeploymentInfo info = Servlets.deployment()
                .setClassLoader(loader)
                .setContextPath(path.isEmpty() ? "/" : path)
                .setDeploymentName(path)
                .setResourceManager(new PathResourceManager(war))
                .setIdentityManager(new Users());
        Element web = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(war.resolve("WEB-INF/web.xml").toFile())
                .getDocumentElement();
        servlets(web, loader, info);
        filters(web, loader, info);
        constraint(web, info);
        for (Element listener : children(web, "listener")) {
            info.addListener(Servlets.listener(
                    loader.loadClass(text(listener, "listener-class")).asSubclass(EventListener.class)));
        }
        for (Element page : children(web, "error-page")) {
            info.addErrorPage(new ErrorPage(text(page, "location"), Integer.parseInt(text(page, "error-code"))));
        }
        for (ServletContainerInitializer initializer : ServiceLoader.load(ServletContainerInitializer.class, loader)) {
            info.addServletContainerInitializer(
                    new ServletContainerInitializerInfo(initializer.getClass(), Set.of()));
        }
        return info;
    }

    private static ClassLoader loader(Path war) throws IOException {
        List<URL> urls = new ArrayList<>(List.of(war.resolve("WEB-INF/classes/").toUri().toURL()));
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(war.resolve("WEB-INF/lib"), "*.jar")) {
            for (Path jar : jars) {
                urls.add(jar.toUri().toURL());
            }
        }
        return new URLClassLoader(urls.toArray(URL[]::new), Undertow23.class.getClassLoader());
    }

    private static void servlets(Element web, ClassLoader loader, DeploymentInfo info) throws Exception {
        Map<String, ServletInfo> servlets = new LinkedHashMap<>();
        for (Element declared : children(web, "servlet")) {
            String name = text(declared, "servlet-name");
            ServletInfo servlet = Servlets.servlet(
                            name, loader.loadClass(text(declared, "servlet-class")).asSubclass(Servlet.class))
                    .setAsyncSupported(text(declared, "async-supported").equals("true"));
            for (Element parts : children(declared, "multipart-config")) {
                long most = Long.parseLong(text(parts, "max-file-size"));
                servlet.setMultipartConfig(new MultipartConfigElement("", most, most, 0));
            }
            for (Element parameter : children(declared, "init-param")) {
                servlet.addInitParam(text(parameter, "param-name"), text(parameter, "param-value"));
            }
            servlets.put(name, servlet);
        }
        for (Element mapping : children(web, "servlet-mapping")) {
            children(mapping, "url-pattern")
                    .forEach(pattern ->
                            servlets.get(text(mapping, "servlet-name")).addMapping(pattern.getTextContent()));
        }
        info.addServlets(servlets.values());
    }

    private static void filters(Element web, ClassLoader loader, DeploymentInfo info) throws Exception {
        for (Element declared : children(web, "filter")) {
            info.addFilter(Servlets.filter(
                            text(declared, "filter-name"),
                            loader.loadClass(text(declared, "filter-class")).asSubclass(Filter.class))
                    .setAsyncSupported(true));
        }
        for (Element mapping : children(web, "filter-mapping")) {
            info.addFilterUrlMapping(
                    text(mapping, "filter-name"), text(mapping, "url-pattern"), DispatcherType.REQUEST);
        }
    }

    private static void constraint(Element web, DeploymentInfo info) {
        for (Element login : children(web, "login-config")) {
            info.setLoginConfig(new LoginConfig(
                    text(login, "auth-method"),
                    text(login, "realm-name"),
                    text(login, "form-login-page"),
                    text(login, "form-error-page")));
        }
        for (Element constraint : children(web, "security-constraint")) {
            info.addSecurityConstraint(new SecurityConstraint()
                    .addWebResourceCollection(
                            Servlets.webResourceCollection().addUrlPattern(text(constraint, "url-pattern")))
                    .setEmptyRoleSemantic(EmptyRoleSemantic.AUTHENTICATE));
        }
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> children = new ArrayList<>();
        NodeList nodes = parent.getChildNodes();
        for (int i = 0; i < nodes.getLength(); i++) {
            if (nodes.item(i) instanceof Element element && element.getTagName().equals(name)) {
                children.add(element);
            }
        }
        return children;
    }

    private static String text(Element parent, String name) {
        NodeList found = parent.getElementsByTagName(name);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent().trim();
    }

    /** Knows {@code bob} by the password {@code secret}. */
    private static final class Users implements IdentityManager {

        @Override
        public Account verify(Account account) {
            return account;
        }

        @Override
        public Account verify(String id, Credential credential) {
            return id.equals("bob") && isRight(credential) ? new Bob() : null;
        }

        private static boolean isRight(Credential credential) {
            if (credential instanceof DigestCredential digest) {
                return digest.verifyHA1(HexConverter.convertToHexBytes(md5("bob:test:secret")));
            }
            return credential instanceof PasswordCredential password
                    && new String(password.getPassword()).equals("secret");
        }

        private static byte[] md5(String text) {
            try {
                return MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Account verify(Credential credential) {
            return null;
        }
    }

    private static final class Bob implements Account {

        @Override
        public Principal getPrincipal() {
            return () -> "bob";
        }

        @Override
        public Set<String> getRoles() {
            return Set.of("user");
        }
    }
}
