/**
 * The values of `payment` in the address to which a team's checkout returns; a finished checkout
 * has the session's id instead. They have their own file, so that no screen loads a validator.
 */
export const PAYMENT_CANCELLED = 'cancelled'
