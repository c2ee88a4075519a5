import { each, NOT_IN_DEMO, PAY, type Row, SIGN_IN } from './outcomes.ts'

/** Demo accounts have guests, who receive no mail or push. */
const NO_DEMO = {
  ...PAY,
  demo: '403 subscription_required',
  'granted demo': '403 subscription_required',
} as const

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

/** The account itself, its plan and its notices; what a visitor sends; the description of the API. */
export const ACCOUNT_ROUTES: Record<string, Row[]> = {
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
  'GET /api/watch-mails/off': [
    { path: '/api/watch-mails/off?account=admin&token=cafe', outcome: each('302') },
  ],
  // The token in a mail is the only authentication.
  'POST /api/watch-mails/off': [
    {
      path: '/api/watch-mails/off?account=admin&token=cafe',
      json: {},
      outcome: each('404 not_found'),
    },
  ],
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
  // The signature alone decides, not the caller.
  'POST /api/webhooks/stripe': [{ json: {}, outcome: each('400 invalid_input') }],
  'GET /api/openapi.json': [{ outcome: each('200') }],
  'GET /api/docs': [{ outcome: each('200') }],
}
