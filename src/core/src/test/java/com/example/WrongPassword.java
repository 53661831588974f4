package com.example;

/** What a sign-in of the recipes throws. */
public final class WrongPassword extends Exception {

    private static final long serialVersionUID = 1L;
}
