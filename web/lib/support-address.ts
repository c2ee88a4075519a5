/** The address for support, a mail link on the legal pages. */
export const SUPPORT_EMAIL = 'support@clinidex.example'
