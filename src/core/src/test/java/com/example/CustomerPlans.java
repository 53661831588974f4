package com.example;

import io.github.ostiary.Key;
import io.github.ostiary.PlanResolver;
import io.github.ostiary.Rate;
import java.util.List;
import java.util.Optional;

/** The customer database of the recipes: a key that says gold has that plan, one that says contract has rates of a contract. */
public final class CustomerPlans implements PlanResolver {

    @Override
    public Optional<String> planOf(Key key) {
        return key.canonical().contains("gold") ? Optional.of("gold") : Optional.empty();
    }

    @Override
    public List<Rate> ratesOf(Key key) {
        return key.canonical().contains("contract") ? Rate.parseAll("20/1s, 500000/month") : List.of();
    }
}
