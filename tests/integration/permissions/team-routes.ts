import { each, NO_ID, NOT_IN_DEMO, PAY, type Row, SIGN_IN } from './outcomes.ts'

const NO_TEAM = `/api/teams/${NO_ID}`

/** The outcome for a missing team, which is that for another's team. */
const NOT_A_MEMBER = each('403 not_a_member', { ...SIGN_IN, ...NOT_IN_DEMO })

/** Teams, their members, invitations and plans. */
export const TEAM_ROUTES: Record<string, Row[]> = {
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
    { path: `${NO_TEAM}/hand-over`, json: { member_id: NO_ID }, outcome: NOT_A_MEMBER },
  ],
  'PUT /api/teams/:id/members/:memberId/role': [
    {
      path: `${NO_TEAM}/members/${NO_ID}/role`,
      json: { role: 'viewer' },
      outcome: NOT_A_MEMBER,
    },
  ],
  'DELETE /api/teams/:id/members/:memberId': [
    { path: `${NO_TEAM}/members/${NO_ID}`, outcome: NOT_A_MEMBER },
  ],
  'GET /api/teams/:id/invites': [{ path: `${NO_TEAM}/invites`, outcome: NOT_A_MEMBER }],
  'GET /api/teams/:id/devices': [{ path: `${NO_TEAM}/devices`, outcome: NOT_A_MEMBER }],
  'POST /api/teams/:id/call-claims': [
    {
      path: `${NO_TEAM}/call-claims`,
      json: { candidate_id: NO_ID, call_id: NO_ID },
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
    { path: `${NO_TEAM}/invites/${NO_ID}`, outcome: NOT_A_MEMBER },
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
}
