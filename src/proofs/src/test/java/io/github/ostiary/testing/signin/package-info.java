/**
 * Sign-ins of applications, guarded by the few lines of a recipe, and the outcomes that each must have: {@link
 * io.github.ostiary.testing.signin.SignInOutcomes}.
 */
package io.github.ostiary.testing.signin;
