/** The longest address that mail servers take (RFC 5321), in characters. */
export const EMAIL_MAX = 254
