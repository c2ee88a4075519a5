import { CONTRACT_HEADER, CONTRACT_VERSION, USER_HEADER } from '#sync/contract/wire.ts'
import { CAST, type Part } from '#tests/support/cast.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'

/** A status, and for an error in the wire form its code: "403 subscription_required". */
type Outcome = `${number}` | `${number} ${string}`

export interface Row {
  /** The route's path with its parameters filled in; by default the route itself. */
  path?: string
  json?: unknown
  headers?: Record<string, string>
  outcome: Record<Part, Outcome>
}

const PERSON_ID = KNOWN_PEOPLE[0]?.id
const UNKNOWN_USER_ID = 'nobody-has-this-id'
const NO_TEAM = '/api/teams/00000000-0000-4000-8000-00000000cafe'
const NO_MEMBER = '00000000-0000-4000-8000-00000000cafe'
const NO_IMPORT = '/api/admin/imports/00000000-0000-4000-8000-00000000cafe'

/** Stands for the caller's id in bodies and headers. */
const ME = 'the-one-who-asks'

/** The request's body or headers for this caller. */
export function askedBy<T>(userId: string, part: T): T {
  const text = JSON.stringify(part)
  return text === undefined ? part : JSON.parse(text.replaceAll(ME, userId))
}

const REPLICA = { version: CONTRACT_VERSION, user_id: ME }

const A_MUTATION = {
  id: '00000000-0000-4000-8000-00000000cafe',
  name: 'settings.set',
  args: { key: 'theme', value: 'dark' },
  created_at: '2026-01-01T00:00:00.000Z',
}

const AN_EMPTIED_DEVICE = {
  device_id: '00000000-0000-4000-8000-00000000cafe',
  teams: ['a-team-that-nobody-is-in'],
}

const A_SYNC_REPORT = {
  state: 'live',
  is_complete: true,
  pending: 0,
  rejected: 0,
  need: null,
  is_paused: false,
  unknown_messages: 0,
  is_ready_offline: false,
  browser: 'a browser',
}

/** One outcome for everybody except those named. */
function each(outcome: Outcome, but: Partial<Record<Part, Outcome>> = {}): Record<Part, Outcome> {
  const all = Object.fromEntries(CAST.map((part) => [part, outcome])) as Record<Part, Outcome>
  return { ...all, ...but }
}

const SIGN_IN = { visitor: '401 authentication_required' } as const
const PAY = { visitor: '403 subscription_required', free: '403 subscription_required' } as const
const NOT_IN_DEMO = { demo: '403 demo_restricted' } as const
/** Demos have guests, whom nobody can tell of anything. */
const NO_DEMO = {
  ...PAY,
  demo: '403 subscription_required',
  'granted demo': '403 subscription_required',
} as const
const ADMIN_ONLY = (outcome: Outcome) => each('403 forbidden', { admin: outcome })

/** Of a team that is not there, which is as one of others. */
const NOT_A_MEMBER = each('403 not_a_member', { ...SIGN_IN, ...NOT_IN_DEMO })

/** Every route of the API, a request or two to it, and the outcome for each kind of account. */
export const ROUTES: Record<string, Row[]> = {
  'POST /api/search': [
    { json: {}, outcome: each('200', PAY) },
    // Of a search that the account does not watch there are no news.
    { json: { news: { search_id: NO_MEMBER } }, outcome: each('200', PAY) },
    {
      json: { selectAll: true, limit: 500 },
      outcome: each('200', {
        ...PAY,
        demo: '403 subscription_required',
        'granted demo': '403 subscription_required',
        enterprise: '403 subscription_required',
      }),
    },
  ],
  'GET /api/push': [{ outcome: each('200', NO_DEMO) }],
  'POST /api/push': [
    {
      json: {
        endpoint: 'https://fcm.googleapis.com/fcm/send/cafe',
        keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
      },
      outcome: each('204', NO_DEMO),
    },
    {
      json: { endpoint: 'https://127.0.0.1/', keys: { p256dh: 'B'.repeat(87), auth: 'a' } },
      outcome: each('400 invalid_input', NO_DEMO),
    },
  ],
  // By the token in a mail alone.
  'POST /api/watch-mails/off': [
    {
      path: '/api/watch-mails/off?account=admin&token=cafe',
      json: {},
      outcome: each('404 not_found'),
    },
  ],
  'POST /api/search/help': [{ json: {}, outcome: each('200', PAY) }],
  'POST /api/search/suggest': [{ json: { text: 'car' }, outcome: each('200') }],
  'POST /api/search/preview': [{ json: {}, outcome: each('200') }],
  'GET /api/specialties/counts': [{ outcome: each('200') }],
  'GET /api/specialties/counts/public': [{ outcome: each('200') }],
  'GET /api/candidates/:id': [{ path: `/api/candidates/${PERSON_ID}`, outcome: each('200') }],
  'POST /api/candidates/:id/contact': [
    {
      path: `/api/candidates/${PERSON_ID}/contact`,
      json: {},
      outcome: each('200', { ...PAY, ...NOT_IN_DEMO }),
    },
  ],
  'POST /api/reveals': [
    { json: { ids: [PERSON_ID] }, outcome: each('200', { ...PAY, ...NOT_IN_DEMO }) },
  ],
  'POST /api/reveals/cost': [
    { json: { ids: [PERSON_ID] }, outcome: each('200', { ...PAY, ...NOT_IN_DEMO }) },
  ],
  'POST /api/candidates/names': [{ json: { ids: [PERSON_ID] }, outcome: each('200', SIGN_IN) }],
  'POST /api/candidates/contacts': [{ json: { ids: [PERSON_ID] }, outcome: each('200', SIGN_IN) }],
  'POST /api/export': [
    {
      json: { candidateIds: [PERSON_ID], format: 'csv', source: 'search' },
      outcome: each('200', { ...PAY, ...NOT_IN_DEMO, enterprise: '403 subscription_required' }),
    },
  ],
  'POST /api/emails/generate': [
    {
      json: {
        jobTitle: 'Night nurse',
        jobDescription: 'Twelve-hour shifts.',
        tone: 'formal',
        length: 'short',
        positionType: 'contract',
      },
      outcome: each('200', SIGN_IN),
    },
  ],
  'POST /api/export/allowance': [
    {
      json: { candidateIds: [PERSON_ID] },
      outcome: each('200', { ...PAY, ...NOT_IN_DEMO, enterprise: '403 subscription_required' }),
    },
  ],
  'GET /api/exports': [{ outcome: each('200', SIGN_IN) }],
  'GET /api/reveals': [{ outcome: each('200', SIGN_IN) }],
  'POST /api/search-errors': [{ json: { error_type: 'other' }, outcome: each('204') }],
  'POST /api/contact-messages': [
    {
      json: {
        name: 'Ada',
        email: 'ada@example.com',
        subject: 'Hello',
        message: 'A question of mine',
      },
      outcome: each('204'),
    },
  ],
  'POST /api/removals': [{ json: { email: 'nobody@example.com' }, outcome: each('204') }],
  // The token alone decides, not the caller.
  'POST /api/removals/confirm': [
    { json: { token: 'x'.repeat(43) }, outcome: each('404 not_found') },
  ],
  'POST /api/submissions/confirm': [
    { json: { token: 'x'.repeat(43) }, outcome: each('404 not_found') },
  ],
  'POST /api/submissions': [
    {
      json: {
        first_name: 'Ada',
        last_name: 'Sent',
        title: 'Physician',
        organization: 'A Clinic',
        specialty: 'Cardiology',
        personal_email: 'ada.sent@example.com',
        phone: '555-555-0100',
        city: 'Reno',
        state: 'NV',
        country: 'United States',
      },
      outcome: each('204'),
    },
  ],
  'GET /api/me': [{ outcome: each('200') }],
  'GET /api/account/data': [{ outcome: each('200', { ...SIGN_IN, ...NOT_IN_DEMO }) }],
  'DELETE /api/account': [
    {
      json: { password: 'not the password' },
      outcome: each('403 forbidden', { ...SIGN_IN, ...NOT_IN_DEMO }),
    },
  ],
  'POST /api/account/confirm': [
    {
      json: { password: 'not the password' },
      outcome: each('403 forbidden', { ...SIGN_IN, ...NOT_IN_DEMO }),
    },
  ],
  'GET /api/account/support-code': [{ outcome: each('200', { ...SIGN_IN, ...NOT_IN_DEMO }) }],
  'POST /api/account/support-code': [
    { json: A_SYNC_REPORT, outcome: each('201', { ...SIGN_IN, ...NOT_IN_DEMO }) },
  ],
  'DELETE /api/account/support-code': [{ outcome: each('204', { ...SIGN_IN, ...NOT_IN_DEMO }) }],
  'POST /api/billing/checkout': [
    { json: { priceId: 'price_monthly' }, outcome: each('200', { ...SIGN_IN, ...NOT_IN_DEMO }) },
  ],
  'POST /api/billing/portal': [{ json: {}, outcome: each('200', { ...SIGN_IN, ...NOT_IN_DEMO }) }],
  'POST /api/billing/confirm': [
    {
      json: { sessionId: 'cs_test_nobodys' },
      outcome: each('404 not_found', { ...SIGN_IN, ...NOT_IN_DEMO }),
    },
  ],
  'POST /api/teams': [
    {
      json: { name: 'A desk' },
      outcome: each('201', {
        ...PAY,
        demo: '403 subscription_required',
        'granted demo': '403 subscription_required',
        enterprise: '403 subscription_required',
      }),
    },
  ],
  'GET /api/teams': [{ outcome: each('200', { ...SIGN_IN, ...NOT_IN_DEMO }) }],
  'PUT /api/teams/:id': [
    {
      path: NO_TEAM,
      json: { name: 'A desk', lease_days: 7, cooldown_days: 14 },
      outcome: NOT_A_MEMBER,
    },
  ],
  'DELETE /api/teams/:id': [{ path: NO_TEAM, outcome: NOT_A_MEMBER }],
  'POST /api/teams/:id/leave': [{ path: `${NO_TEAM}/leave`, json: {}, outcome: NOT_A_MEMBER }],
  'POST /api/teams/:id/hand-over': [
    { path: `${NO_TEAM}/hand-over`, json: { member_id: NO_MEMBER }, outcome: NOT_A_MEMBER },
  ],
  'PUT /api/teams/:id/members/:memberId/role': [
    {
      path: `${NO_TEAM}/members/${NO_MEMBER}/role`,
      json: { role: 'viewer' },
      outcome: NOT_A_MEMBER,
    },
  ],
  'DELETE /api/teams/:id/members/:memberId': [
    { path: `${NO_TEAM}/members/${NO_MEMBER}`, outcome: NOT_A_MEMBER },
  ],
  'GET /api/teams/:id/invites': [{ path: `${NO_TEAM}/invites`, outcome: NOT_A_MEMBER }],
  'GET /api/teams/:id/devices': [{ path: `${NO_TEAM}/devices`, outcome: NOT_A_MEMBER }],
  'POST /api/teams/:id/call-claims': [
    {
      path: `${NO_TEAM}/call-claims`,
      json: { candidate_id: NO_MEMBER, call_id: NO_MEMBER },
      outcome: NOT_A_MEMBER,
    },
  ],
  'GET /api/teams/:id/plan': [{ path: `${NO_TEAM}/plan`, outcome: NOT_A_MEMBER }],
  'POST /api/teams/:id/plan/preview': [
    { path: `${NO_TEAM}/plan/preview`, json: { seats: 3 }, outcome: NOT_A_MEMBER },
  ],
  'PUT /api/teams/:id/plan/seats': [
    { path: `${NO_TEAM}/plan/seats`, json: { seats: 3, from: 2, at: 1 }, outcome: NOT_A_MEMBER },
  ],
  'POST /api/teams/:id/plan/checkout': [
    {
      path: `${NO_TEAM}/plan/checkout`,
      json: { priceId: 'price_monthly', seats: 3 },
      outcome: NOT_A_MEMBER,
    },
  ],
  'POST /api/teams/:id/plan/portal': [{ path: `${NO_TEAM}/plan/portal`, outcome: NOT_A_MEMBER }],
  'POST /api/teams/:id/invites': [
    {
      path: `${NO_TEAM}/invites`,
      json: { email: 'nobody@example.com', role: 'viewer' },
      outcome: NOT_A_MEMBER,
    },
  ],
  'DELETE /api/teams/:id/invites/:inviteId': [
    { path: `${NO_TEAM}/invites/${NO_MEMBER}`, outcome: NOT_A_MEMBER },
  ],
  // The token alone decides, not the caller.
  'POST /api/team-invites/read': [
    { json: { token: 'x'.repeat(43) }, outcome: each('404 not_found') },
  ],
  'POST /api/team-invites/accept': [
    {
      json: { token: 'x'.repeat(43) },
      outcome: each('404 not_found', { ...SIGN_IN, ...NOT_IN_DEMO }),
    },
  ],
  'POST /api/admin/teams': [
    {
      json: { user_id: UNKNOWN_USER_ID, name: 'A desk', seats: 5 },
      outcome: ADMIN_ONLY('404 not_found'),
    },
  ],
  'PUT /api/admin/teams/:id/seats': [
    {
      path: '/api/admin/teams/00000000-0000-4000-8000-00000000cafe/seats',
      json: { seats: 5 },
      outcome: ADMIN_ONLY('404 not_found'),
    },
  ],
  // The signature alone decides, not the caller.
  'POST /api/webhooks/stripe': [{ json: {}, outcome: each('400 invalid_input') }],
  'GET /api/admin/grants': [{ outcome: ADMIN_ONLY('200') }],
  'POST /api/admin/grants': [
    {
      json: { userId: UNKNOWN_USER_ID, featureType: 'export', expiresAt: null, notes: null },
      outcome: ADMIN_ONLY('404 not_found'),
    },
  ],
  'POST /api/admin/grants/revoke': [
    {
      json: { userId: UNKNOWN_USER_ID, featureType: null },
      outcome: ADMIN_ONLY('404 not_found'),
    },
  ],
  'POST /api/admin/grants/bulk': [
    {
      json: { userIds: [UNKNOWN_USER_ID], featureType: 'export', expiresAt: null, notes: null },
      outcome: ADMIN_ONLY('200'),
    },
  ],
  'POST /api/admin/grants/bulk-revoke': [
    { json: { userIds: [UNKNOWN_USER_ID], featureType: null }, outcome: ADMIN_ONLY('200') },
  ],
  'GET /api/admin/audit': [{ outcome: ADMIN_ONLY('200') }],
  'GET /api/admin/audit/file': [
    { path: '/api/admin/audit/file?format=csv&action=nothing', outcome: ADMIN_ONLY('200') },
  ],
  'POST /api/admin/support': [{ json: { code: '000000' }, outcome: ADMIN_ONLY('404 not_found') }],
  'GET /api/admin/users': [{ outcome: ADMIN_ONLY('200') }],
  'GET /api/admin/users/file': [{ outcome: ADMIN_ONLY('200') }],
  'GET /api/admin/users/:id': [
    { path: `/api/admin/users/${UNKNOWN_USER_ID}`, outcome: ADMIN_ONLY('404 not_found') },
  ],
  'DELETE /api/admin/users/:id': [
    { path: `/api/admin/users/${UNKNOWN_USER_ID}`, outcome: ADMIN_ONLY('404 not_found') },
  ],
  'DELETE /api/admin/users/:id/second-factor': [
    {
      path: `/api/admin/users/${UNKNOWN_USER_ID}/second-factor`,
      outcome: ADMIN_ONLY('404 not_found'),
    },
  ],
  // A deleted account still has rows in the audit log.
  'GET /api/admin/users/:id/timeline': [
    { path: `/api/admin/users/${UNKNOWN_USER_ID}/timeline`, outcome: ADMIN_ONLY('200') },
  ],
  'GET /api/admin/users/:id/support': [
    { path: `/api/admin/users/${UNKNOWN_USER_ID}/support`, outcome: ADMIN_ONLY('200') },
  ],
  'DELETE /api/admin/users/:id/support': [
    { path: `/api/admin/users/${UNKNOWN_USER_ID}/support`, outcome: ADMIN_ONLY('404 not_found') },
  ],
  'GET /api/admin/directory': [{ outcome: ADMIN_ONLY('200') }],
  'GET /api/admin/imports': [{ outcome: ADMIN_ONLY('200') }],
  'POST /api/admin/imports': [
    {
      json: { format: 'csv', fileName: 'people.csv', bytes: 10, sha256: '0'.repeat(64) },
      outcome: ADMIN_ONLY('201'),
    },
  ],
  'GET /api/admin/imports/:id': [{ path: NO_IMPORT, outcome: ADMIN_ONLY('404 not_found') }],
  'PUT /api/admin/imports/:id/file': [
    { path: `${NO_IMPORT}/file?offset=0`, json: {}, outcome: ADMIN_ONLY('404 not_found') },
  ],
  'DELETE /api/admin/imports/:id/file': [
    { path: `${NO_IMPORT}/file`, outcome: ADMIN_ONLY('404 not_found') },
  ],
  'POST /api/admin/imports/:id/complete': [
    { path: `${NO_IMPORT}/complete`, json: {}, outcome: ADMIN_ONLY('404 not_found') },
  ],
  'POST /api/admin/imports/:id/check': [
    { path: `${NO_IMPORT}/check`, json: {}, outcome: ADMIN_ONLY('404 not_found') },
  ],
  'POST /api/admin/imports/:id/start': [
    { path: `${NO_IMPORT}/start`, json: {}, outcome: ADMIN_ONLY('404 not_found') },
  ],
  'POST /api/admin/imports/:id/cancel': [
    { path: `${NO_IMPORT}/cancel`, json: {}, outcome: ADMIN_ONLY('404 not_found') },
  ],
  'GET /api/admin/imports/:id/rejects': [
    { path: `${NO_IMPORT}/rejects`, outcome: ADMIN_ONLY('404 not_found') },
  ],
  'GET /api/admin/statistics': [{ outcome: ADMIN_ONLY('200') }],
  'GET /api/admin/settings': [{ outcome: ADMIN_ONLY('200') }],
  'PUT /api/admin/settings/:key': [
    {
      path: '/api/admin/settings/seo_title',
      json: { value: 'A title', version: 0 },
      outcome: ADMIN_ONLY('200'),
    },
  ],
  'GET /api/admin/settings/:key/history': [
    { path: '/api/admin/settings/seo_title/history', outcome: ADMIN_ONLY('200') },
  ],
  'POST /api/admin/settings/:key/revert': [
    {
      path: '/api/admin/settings/seo_title/revert',
      json: { to: 99, version: 1 },
      outcome: ADMIN_ONLY('404 not_found'),
    },
  ],
  // JSON is no image: callers with the permission get this error.
  'POST /api/admin/settings/:key/image': [
    {
      path: '/api/admin/settings/favicon_url/image?version=0',
      json: {},
      headers: { 'Content-Type': 'image/png' },
      outcome: ADMIN_ONLY('400 invalid_input'),
    },
  ],
  'GET /api/admin/search-errors': [{ outcome: ADMIN_ONLY('200') }],
  'GET /api/admin/search-errors/statistics': [{ outcome: ADMIN_ONLY('200') }],
  'GET /api/admin/search-error-groups': [{ outcome: ADMIN_ONLY('200') }],
  'PUT /api/admin/search-error-groups/:fingerprint': [
    {
      path: `/api/admin/search-error-groups/${'0'.repeat(32)}`,
      json: { state: 'resolved' },
      outcome: ADMIN_ONLY('404 not_found'),
    },
  ],
  'POST /api/admin/search-errors/:id/rerun': [
    {
      path: '/api/admin/search-errors/00000000-0000-4000-8000-00000000cafe/rerun',
      json: {},
      outcome: ADMIN_ONLY('404 not_found'),
    },
  ],
  'DELETE /api/admin/search-errors/:id': [
    {
      path: '/api/admin/search-errors/00000000-0000-4000-8000-00000000cafe',
      outcome: ADMIN_ONLY('404 not_found'),
    },
  ],
  'GET /api/admin/figures': [{ outcome: ADMIN_ONLY('200') }],
  'GET /api/admin/submissions': [{ outcome: ADMIN_ONLY('200') }],
  'POST /api/admin/submissions/:id/decision': [
    {
      path: '/api/admin/submissions/00000000-0000-4000-8000-00000000cafe/decision',
      json: { action: 'approve' },
      outcome: ADMIN_ONLY('404 not_found'),
    },
  ],
  'POST /api/admin/users/:id/ban': [
    {
      path: `/api/admin/users/${UNKNOWN_USER_ID}/ban`,
      json: { reason: 'Scraping' },
      outcome: ADMIN_ONLY('404 not_found'),
    },
  ],
  'POST /api/admin/users/:id/unban': [
    {
      path: `/api/admin/users/${UNKNOWN_USER_ID}/unban`,
      json: {},
      outcome: ADMIN_ONLY('404 not_found'),
    },
  ],
  // The outcome of each mutation is in the answer.
  'POST /api/mutations': [
    { json: { ...REPLICA, mutations: [A_MUTATION] }, outcome: each('200', SIGN_IN) },
    {
      json: { ...REPLICA, user_id: UNKNOWN_USER_ID, mutations: [A_MUTATION] },
      outcome: each('401 other_user', SIGN_IN),
    },
  ],
  'POST /api/devices/emptied': [
    { json: { ...REPLICA, ...AN_EMPTIED_DEVICE }, outcome: each('204', SIGN_IN) },
    {
      json: { ...REPLICA, ...AN_EMPTIED_DEVICE, user_id: UNKNOWN_USER_ID },
      outcome: each('401 other_user', SIGN_IN),
    },
  ],
  'GET /api/shapes/:name': [
    {
      path: '/api/shapes/lists?offset=-1',
      headers: { [USER_HEADER]: ME, [CONTRACT_HEADER]: String(CONTRACT_VERSION) },
      outcome: each('200', SIGN_IN),
    },
    {
      path: '/api/shapes/lists?offset=-1',
      headers: { [USER_HEADER]: UNKNOWN_USER_ID, [CONTRACT_HEADER]: String(CONTRACT_VERSION) },
      outcome: each('401 other_user', SIGN_IN),
    },
  ],
  'POST /api/shapes/live': [
    {
      json: { ...REPLICA, shapes: [{ name: 'lists', handle: 'none', offset: '0_0' }] },
      outcome: each('200', SIGN_IN),
    },
    {
      json: {
        ...REPLICA,
        user_id: UNKNOWN_USER_ID,
        shapes: [{ name: 'lists', handle: 'none', offset: '0_0' }],
      },
      outcome: each('401 other_user', SIGN_IN),
    },
  ],
  'POST /api/queries/:name': [
    {
      path: '/api/queries/lists.all',
      json: { ...REPLICA, args: {} },
      outcome: each('200', SIGN_IN),
    },
    {
      path: '/api/queries/lists.all',
      json: { ...REPLICA, user_id: UNKNOWN_USER_ID, args: {} },
      outcome: each('401 other_user', SIGN_IN),
    },
  ],
  'GET /api/openapi.json': [{ outcome: each('200') }],
  'GET /api/docs': [{ outcome: each('200') }],
}

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
  'POST /verify-password': [
    { json: { password: 'not the password' }, outcome: each('400 invalid_input', SIGN_IN) },
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
  'GET /verify-email': [{ outcome: each('400 invalid_input') }],
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
  'GET /account-info': [{ outcome: each('404 not_found') }],
}

/** The table's rows as requests; `below` is where the routes are mounted. */
export function requestsOf(routes: Record<string, Row[]>, below = '') {
  return Object.entries(routes).flatMap(([route, rows]) =>
    rows.map((row) => {
      const [method = '', path = ''] = route.split(' ')
      const what = row.json === undefined ? '' : ` ${JSON.stringify(row.json).slice(0, 60)}`
      return { ...row, route, title: `${route}${what}`, method, path: below + (row.path ?? path) }
    }),
  )
}
