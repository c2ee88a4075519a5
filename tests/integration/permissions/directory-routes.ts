import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { each, NO_ID, NOT_IN_DEMO, PAY, type Row, SIGN_IN } from './outcomes.ts'

const PERSON_ID = KNOWN_PEOPLE[0]?.id

/** Search, profiles, contacts, exports and drafts. */
export const DIRECTORY_ROUTES: Record<string, Row[]> = {
  'POST /api/search': [
    { json: {}, outcome: each('200', PAY) },
    // A search that the account does not watch has no news.
    { json: { news: { search_id: NO_ID } }, outcome: each('200', PAY) },
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
}
