package springboot;

import static org.springframework.security.config.Customizer.withDefaults;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** Form login with CSRF protection and remember-me; {@code alice}, {@code bob} and {@code carol} have {@code right}. */
@Configuration
public class BootSecurity {

    /** How many passwords were looked at. */
    static final AtomicInteger LOOKED = new AtomicInteger();

    @Bean
    SecurityFilterChain filters(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(all ->
                        all.requestMatchers("/threads/**").authenticated().anyRequest().permitAll())
                .formLogin(withDefaults())
                .rememberMe(withDefaults())
                .build();
    }

    @Bean
    UserDetailsService members() {
        return new InMemoryUserDetailsManager(member("alice"), member("bob"), member("carol"));
    }

    private static UserDetails member(String name) {
        return User.withUsername(name).password("right").roles("USER").build();
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
