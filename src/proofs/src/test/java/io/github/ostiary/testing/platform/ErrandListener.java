package io.github.ostiary.testing.platform;

import io.github.ostiary.testing.beans.outside.Errands;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.TextMessage;

/** Runs the errands that messages ask for. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "java:app/jms/errands"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class ErrandListener implements MessageListener {

    @Inject
    private Errands errands;

    @Inject
    private ErrandBook book;

    @Override
    public void onMessage(Message message) {
        try {
            book.run(((TextMessage) message).getText(), errands::run);
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
