package springboot;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.config.annotation.web.configurers.OAuth2AuthorizationServerConfigurer;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.settings.OAuth2TokenFormat;
import org.springframework.security.oauth2.server.authorization.settings.TokenSettings;
import org.springframework.security.web.SecurityFilterChain;

/** {@code /oauth2/token} of Spring's authorization server; a client has the name of a user. */
@Configuration
public class TokenServer {

    @Bean
    @Order(0)
    SecurityFilterChain clientsOnly(HttpSecurity http, PasswordEncoder passwords) throws Exception {
        var server = OAuth2AuthorizationServerConfigurer.authorizationServer();
        return http.securityMatcher(server.getEndpointsMatcher())
                .csrf(csrf -> csrf.disable())
                .with(server, configured -> {})
                .authorizeHttpRequests(all -> all.anyRequest().authenticated())
                .build();
    }

    @Bean
    RegisteredClientRepository clients() {
        return new InMemoryRegisteredClientRepository(client("bob"));
    }

    private static RegisteredClient client(String name) {
        return RegisteredClient.withId(name)
                .clientId(name)
                .clientSecret("secret")
                .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_POST)
                .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                .tokenSettings(TokenSettings.builder()
                        .accessTokenFormat(OAuth2TokenFormat.REFERENCE)
                        .build())
                .build();
    }

    @Bean
    AuthorizationServerSettings settings() {
        return AuthorizationServerSettings.builder().build();
    }
}
