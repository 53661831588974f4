package springsecurity;

import static org.springframework.security.config.Customizer.withDefaults;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** The manual's form login with its own page, a session that has ended is sent there; {@code bob} has {@code right}. */
@Configuration
@EnableWebSecurity
public class SecurityConfiguration {

    /** How many passwords were looked at. */
    static final AtomicInteger LOOKED = new AtomicInteger();

    @Bean
    SecurityFilterChain filters(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(all ->
                        all.requestMatchers("/looked").permitAll().anyRequest().authenticated())
                .sessionManagement(session -> session.invalidSessionUrl("/login"))
                .formLogin(withDefaults())
                .build();
    }

    @Bean
    UserDetailsService members() {
        return new InMemoryUserDetailsManager(
                User.withUsername("bob").password("right").roles("USER").build(),
                User.withUsername("mallory").password("own").roles("USER").build());
    }

    @Bean
    PasswordEncoder passwords() {
        return new PasswordEncoder() {
            @Override
            public String encode(CharSequence password) {
                return password.toString();
            }

            @Override
            public boolean matches(CharSequence password, String encoded) {
                LOOKED.incrementAndGet();
                return encoded.contentEquals(password);
            }
        };
    }
}
