/** Applications of Quarkus and Helidon, as their tools build them. */
package io.github.ostiary.homes;
