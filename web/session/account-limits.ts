/**
 * Limits of the account's forms, copied from api/contract/account.ts: an import would bring the
 * validation library into the bundle. A test keeps the two equal.
 */
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128
export const NAME_MAX = 100
export const BIO_MAX = 2000
export const SOURCE_MAX = 500
