/** Where people write for help; shown as a mail link on the legal pages. */
export const SUPPORT_EMAIL = 'support@clinidex.example'
