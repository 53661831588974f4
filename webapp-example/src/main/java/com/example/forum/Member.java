package com.example.forum;

import java.io.Serializable;
import java.security.Principal;

/**
 * Somebody who signed in; kept in the session.
 *
 * @param name unique, lower case
 * @param keeper whether it is a member of the house staff, role {@code admin}
 */
record Member(String name, boolean keeper) implements Principal, Serializable {

    @Override
    public String getName() {
        return name;
    }
}
