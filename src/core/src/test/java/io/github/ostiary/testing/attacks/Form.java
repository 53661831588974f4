package io.github.ostiary.testing.attacks;

/** A sign-in as it is sent; without a captcha that is empty. */
record Form(String address, String name, String password, String captcha) {

    Form withCaptcha() {
        return new Form(address, name, password, "right");
    }
}
