package io.github.ostiary.interceptor;

import jakarta.enterprise.util.AnnotationLiteral;

/** A {@link ByRule} that stands in no source. */
final class RuleLiteral extends AnnotationLiteral<ByRule> implements ByRule {

    private static final long serialVersionUID = 1L;

    private final String rule;

    RuleLiteral(String rule) {
        this.rule = rule;
    }

    @Override
    public String value() {
        return rule;
    }
}
