import { each, NOT_IN_DEMO, type Row, SIGN_IN } from './outcomes.ts'

const ACCOUNT_OWNER = { ...SIGN_IN, ...NOT_IN_DEMO } as const
/** A feature of the library that the product does not offer. */
const CLOSED: Row = { json: {}, outcome: each('404 not_found') }
/** The caller is still unknown: the body decides. */
const EMPTY_BODY: Row = { json: {}, outcome: each('400 invalid_input') }

/** The authentication library's own routes, below /api/auth. */
export const AUTH_ROUTES: Record<string, Row[]> = {
  'POST /sign-up/email': [EMPTY_BODY],
  'POST /sign-in/email': [EMPTY_BODY],
  'POST /sign-out': [{ json: {}, outcome: each('200') }],
  'GET /get-session': [{ outcome: each('200') }],
  'POST /get-session': [{ json: {}, outcome: each('405 method_not_allowed') }],
  'GET /list-sessions': [{ outcome: each('200', ACCOUNT_OWNER) }],
  'POST /revoke-session': [{ json: { token: 'x' }, outcome: each('200', ACCOUNT_OWNER) }],
  'POST /revoke-sessions': [{ json: {}, outcome: each('200', ACCOUNT_OWNER) }],
  'POST /revoke-other-sessions': [{ json: {}, outcome: each('200', ACCOUNT_OWNER) }],
  'POST /change-password': [
    {
      // These accounts have no password: any is wrong.
      json: { currentPassword: 'not the password', newPassword: 'another one' },
      outcome: each('400 invalid_input', ACCOUNT_OWNER),
    },
  ],
  'POST /two-factor/enable': [
    {
      // These accounts have no password: any is wrong.
      json: { password: 'not the password' },
      outcome: each('400 invalid_input', ACCOUNT_OWNER),
    },
  ],
  'POST /two-factor/disable': [
    { json: { password: 'not the password' }, outcome: each('400 invalid_input', ACCOUNT_OWNER) },
  ],
  'POST /two-factor/get-totp-uri': [
    { json: { password: 'not the password' }, outcome: each('400 invalid_input', ACCOUNT_OWNER) },
  ],
  'POST /two-factor/generate-backup-codes': [
    { json: { password: 'not the password' }, outcome: each('400 invalid_input', ACCOUNT_OWNER) },
  ],
  'POST /two-factor/verify-totp': [
    {
      json: { code: '000000' },
      outcome: each('400 invalid_input', { visitor: '401 authentication_required' }),
    },
  ],
  'POST /two-factor/verify-backup-code': [
    {
      json: { code: 'not a code' },
      outcome: each('400 invalid_input', { visitor: '401 authentication_required' }),
    },
  ],
  'POST /two-factor/send-otp': [CLOSED],
  'POST /two-factor/verify-otp': [CLOSED],
  'GET /passkey/generate-register-options': [{ outcome: each('200', ACCOUNT_OWNER) }],
  'GET /passkey/generate-authenticate-options': [{ outcome: each('200') }],
  'GET /passkey/list-user-passkeys': [{ outcome: each('200', SIGN_IN) }],
  'POST /passkey/verify-registration': [
    { json: { response: {} }, outcome: each('400 invalid_input', ACCOUNT_OWNER) },
  ],
  'POST /passkey/verify-authentication': [
    { json: { response: {} }, outcome: each('400 invalid_input') },
  ],
  'POST /passkey/delete-passkey': [
    { json: { id: 'nothing' }, outcome: each('404 not_found', ACCOUNT_OWNER) },
  ],
  'POST /passkey/update-passkey': [
    { json: { id: 'nothing', name: 'x' }, outcome: each('404 not_found', ACCOUNT_OWNER) },
  ],
  'POST /send-verification-email': [EMPTY_BODY],
  'GET /verify-email': [{ outcome: each('302') }],
  'POST /confirm-email': [EMPTY_BODY],
  'POST /request-password-reset': [EMPTY_BODY],
  'POST /reset-password': [EMPTY_BODY],
  'GET /reset-password/:token': [{ path: '/reset-password/x', outcome: each('400 invalid_input') }],
  'GET /ok': [{ outcome: each('200') }],
  'GET /error': [{ outcome: each('200') }],
  'GET /callback/:id': [{ path: '/callback/google', outcome: each('302') }],
  'POST /callback/:id': [{ path: '/callback/google', json: {}, outcome: each('302') }],
  'POST /sign-in/social': [CLOSED],
  'POST /change-email': [CLOSED],
  'POST /update-session': [CLOSED],
  'POST /update-user': [CLOSED],
  'POST /delete-user': [CLOSED],
  'GET /delete-user/callback': [{ outcome: each('404 not_found') }],
  'POST /link-social': [CLOSED],
  'POST /unlink-account': [CLOSED],
  'GET /list-accounts': [{ outcome: each('404 not_found') }],
  'POST /refresh-token': [CLOSED],
  'POST /get-access-token': [CLOSED],
  'POST /verify-password': [CLOSED],
  'GET /account-info': [{ outcome: each('404 not_found') }],
}
