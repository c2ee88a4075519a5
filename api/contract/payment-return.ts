/**
 * In the address that a team's checkout returns to, as `payment`; the session's id where it was
 * finished. In a file of its own, so that no screen needs a validator.
 */
export const PAYMENT_CANCELLED = 'cancelled'
