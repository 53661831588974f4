package io.github.ostiary.testing.beans;

/** Makes the compiler write a bridge into its subclasses. */
public abstract class Taker<T> {

    public abstract String take(T what);
}
