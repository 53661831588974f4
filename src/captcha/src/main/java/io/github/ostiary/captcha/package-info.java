/**
 * The captchas of this jar: a hash puzzle that the application serves itself, and services of others. Found by the name of {@link
 * io.github.ostiary.captcha.BuiltInCaptchas}.
 */
@NullMarked
package io.github.ostiary.captcha;

import org.jspecify.annotations.NullMarked;
