/**
 * Limits of the account's forms, as api/contract/account.ts has them: importing those would bring the
 * validation library along. A test holds the two together.
 */
export const PASSWORD_MIN = 6
export const NAME_MAX = 100
export const BIO_MAX = 2000
