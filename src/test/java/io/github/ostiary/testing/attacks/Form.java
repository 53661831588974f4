package io.github.ostiary.testing.attacks;

/** A sign-in as it is sent. */
record Form(String address, String name, String password, boolean captcha) {

    Form withCaptcha() {
        return new Form(address, name, password, true);
    }
}
