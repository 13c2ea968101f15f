/** Sign-in forms: how long an account stays locked after failed attempts. */
@NullMarked
package dev.reprise.lockout;

import org.jspecify.annotations.NullMarked;
