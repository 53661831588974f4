package springboot;

import static org.springframework.security.config.Customizer.withDefaults;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.authentication.ott.InMemoryOneTimeTokenService;
import org.springframework.security.authentication.ott.OneTimeTokenService;
import org.springframework.security.config.annotation.authentication.configuration.AuthenticationConfiguration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.UsernamePasswordAuthenticationFilter;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;

/** The other ways in, beside the form of {@link BootSecurity}: BASIC, JSON, other users' form, one-time tokens. */
@Configuration
public class SignInChains {

    /** What is not open asks for BASIC; {@code /json/login} signs in by a controller. */
    @Bean
    @Order(1)
    SecurityFilterChain api(HttpSecurity http) throws Exception {
        return http.securityMatcher("/api/**", "/json/**")
                .csrf(csrf -> csrf.disable())
                .authorizeHttpRequests(all ->
                        all.requestMatchers("/json/**").permitAll().anyRequest().authenticated())
                .httpBasic(withDefaults())
                .build();
    }

    /** Users of the same names, with the password {@code staff}, by a manager that is no bean. */
    @Bean
    @Order(2)
    SecurityFilterChain staff(HttpSecurity http, PasswordEncoder passwords) throws Exception {
        var provider = new DaoAuthenticationProvider(new InMemoryUserDetailsManager(
                User.withUsername("bob").password("staff").roles("STAFF").build()));
        provider.setPasswordEncoder(passwords);
        return http.securityMatcher("/staff/**")
                .csrf(csrf -> csrf.disable())
                .authenticationManager(new ProviderManager(provider))
                .authorizeHttpRequests(all -> all.requestMatchers("/staff/servlet")
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .formLogin(form -> form.loginProcessingUrl("/staff/login"))
                .build();
    }

    /** A token is in the answer's header, since there is no mail. One filter has a manager that no bean knows. */
    @Bean
    @Order(3)
    SecurityFilterChain tokens(HttpSecurity http) throws Exception {
        return http.addFilterBefore(
                        new BasicAuthenticationFilter(tried -> {
                            throw new BadCredentialsException("no user");
                        }),
                        UsernamePasswordAuthenticationFilter.class)
                .securityMatcher("/ott/**", "/login/ott")
                .csrf(csrf -> csrf.disable())
                .authorizeHttpRequests(all -> all.anyRequest().permitAll())
                .oneTimeTokenLogin(ott -> ott.tokenGenerationSuccessHandler((request, response, token) -> {
                    response.setHeader("X-Token", token.getTokenValue());
                    response.setStatus(HttpServletResponse.SC_NO_CONTENT);
                }))
                .build();
    }

    @Bean
    OneTimeTokenService tokenService() {
        return new InMemoryOneTimeTokenService();
    }

    @Bean
    AuthenticationManager manager(AuthenticationConfiguration configuration) throws Exception {
        return configuration.getAuthenticationManager();
    }
}
