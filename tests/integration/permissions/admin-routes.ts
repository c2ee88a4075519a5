import { each, NO_ID, type Outcome, type Row, UNKNOWN_USER_ID } from './outcomes.ts'

const NO_IMPORT = `/api/admin/imports/${NO_ID}`

const ADMIN_ONLY = (outcome: Outcome) => each('403 forbidden', { admin: outcome })

/** The routes that are for administrators only. */
export const ADMIN_ROUTES: Record<string, Row[]> = {
  'POST /api/admin/teams': [
    {
      json: { user_id: UNKNOWN_USER_ID, name: 'A desk', seats: 5 },
      outcome: ADMIN_ONLY('404 not_found'),
    },
  ],
  'PUT /api/admin/teams/:id/seats': [
    {
      path: `/api/admin/teams/${NO_ID}/seats`,
      json: { seats: 5 },
      outcome: ADMIN_ONLY('404 not_found'),
    },
  ],
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
      path: `/api/admin/search-errors/${NO_ID}/rerun`,
      json: {},
      outcome: ADMIN_ONLY('404 not_found'),
    },
  ],
  'DELETE /api/admin/search-errors/:id': [
    {
      path: `/api/admin/search-errors/${NO_ID}`,
      outcome: ADMIN_ONLY('404 not_found'),
    },
  ],
  'GET /api/admin/figures': [{ outcome: ADMIN_ONLY('200') }],
  'GET /api/admin/submissions': [{ outcome: ADMIN_ONLY('200') }],
  'DELETE /api/admin/submissions/:id/decision': [
    {
      path: `/api/admin/submissions/${NO_ID}/decision`,
      outcome: ADMIN_ONLY('409 changed_elsewhere'),
    },
  ],
  'POST /api/admin/submissions/:id/decision': [
    {
      path: `/api/admin/submissions/${NO_ID}/decision`,
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
}
