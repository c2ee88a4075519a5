/** The longest address that mail servers accept (RFC 5321), in characters. */
export const EMAIL_MAX = 254
