import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'

/** The devices, in the order in which their mutations arrive. */
type Who = 'first' | 'second'
interface Call<N extends MutationName = MutationName> {
  name: N
  args: MutationArgs<N>
}
const call = <N extends MutationName>(name: N, args: MutationArgs<N>): Call<N> => ({ name, args })

/** The one list, search or template at the start. */
const ROW = '00000000-0000-4000-8000-000000000100'
const NEW_ROW = {
  first: '00000000-0000-4000-8000-000000000101',
  second: '00000000-0000-4000-8000-000000000102',
}
const ACTIVITY = {
  first: '00000000-0000-4000-8000-000000000201',
  second: '00000000-0000-4000-8000-000000000202',
}
/** For the second person of a choice for many. */
const NEXT_ACTIVITY = '00000000-0000-4000-8000-000000000203'
/** The team in the table; both devices are of its members. */
export const TEAM = '00000000-0000-4000-8000-000000000300'
/** The accounts of both devices; one and the same but for rows of the team. */
export const ACCOUNT = { first: 'first account', second: 'second account' }
const CALL = '00000000-0000-4000-8000-000000000210'
const MARK = '00000000-0000-4000-8000-000000000220'
const person = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const [A, B, C, D, E] = [1, 2, 3, 4, 5].map(person) as [string, string, string, string, string]
/** The people in the table; they must be in the directory. */
export const PEOPLE = { A, B, C, D, E }

/** The contact in the table: both devices have revealed it. */
export const CONTACT = { candidate_id: A, kind: 'phone', value_id: 1 } as const

const TEXTS = { name: 'start', subject: 'start', body: 'start' }
const CHOICES = { tone: 'casual', length: 'short', position_type: 'contract' } as const

/** Whom a choice for many is about, as both devices saw them. */
const chosen = (who: Who) => {
  const [first, next] = [
    { candidate_id: A, activity_id: ACTIVITY[who], previous: null },
    { candidate_id: B, activity_id: NEXT_ACTIVITY, previous: null },
  ]
  return who === 'first' ? [first] : [first, next]
}

/** The mutations of a device, by their names in the table. */
export const STEPS = {
  create: (who: Who) => call('lists.create', { id: NEW_ROW[who], name: 'start' }),
  rename: (who: Who) => call('lists.rename', { id: ROW, name: who, previous: 'start' }),
  describe: (who: Who) => call('lists.describe', { id: ROW, description: who, previous: 'start' }),
  delete: () => call('lists.delete', { id: ROW }),
  restore: () => call('lists.restore', { id: ROW }),
  'add people': (who: Who) =>
    call('members.add', { list_id: ROW, candidate_ids: who === 'first' ? [C, D] : [A, D, E] }),
  'remove people': (who: Who) =>
    call('members.remove', { list_id: ROW, candidate_ids: who === 'first' ? [A] : [A, B] }),
  'restore people': (who: Who) =>
    call('members.restore', { list_id: ROW, candidate_ids: who === 'first' ? [A] : [A, B] }),
  combine: (who: Who) =>
    call('lists.combine', { id: NEW_ROW[who], name: who, how: 'union', of: [{ id: ROW }] }),
  stage: (who: Who) =>
    call('members.stage', {
      activity_id: ACTIVITY[who],
      list_id: ROW,
      candidate_id: A,
      stage: who === 'first' ? 'contacted' : 'interested',
    }),
  'stage people': (who: Who) =>
    call('members.stage_many', {
      list_id: ROW,
      people: chosen(who),
      stage: who === 'first' ? 'contacted' : 'interested',
    }),
  move: () => call('lists.move', { to: TEAM, id: ROW }),
  'rename in team': (who: Who) =>
    call('lists.rename', { owner: TEAM, id: ROW, name: who, previous: 'start' }),
  'delete in team': () => call('lists.delete', { owner: TEAM, id: ROW }),
  'add people in team': (who: Who) =>
    call('members.add', {
      owner: TEAM,
      list_id: ROW,
      candidate_ids: who === 'first' ? [C, D] : [A, D, E],
    }),
  'remove people in team': (who: Who) =>
    call('members.remove', {
      owner: TEAM,
      list_id: ROW,
      candidate_ids: who === 'first' ? [A] : [A, B],
    }),
  'restore people in team': (who: Who) =>
    call('members.restore', {
      owner: TEAM,
      list_id: ROW,
      candidate_ids: who === 'first' ? [A] : [A, B],
    }),
  'stage in team': (who: Who) =>
    call('members.stage', {
      owner: TEAM,
      activity_id: ACTIVITY[who],
      list_id: ROW,
      candidate_id: A,
      stage: who === 'first' ? 'contacted' : 'interested',
    }),
  'stage people in team': (who: Who) =>
    call('members.stage_many', {
      owner: TEAM,
      list_id: ROW,
      people: chosen(who),
      stage: who === 'first' ? 'contacted' : 'interested',
    }),
  'assign people': (who: Who) =>
    call('members.assign_many', {
      owner: TEAM,
      list_id: ROW,
      people: chosen(who),
      assignee: ACCOUNT[who],
    }),
  assign: (who: Who) =>
    call('members.assign', {
      owner: TEAM,
      activity_id: ACTIVITY[who],
      list_id: ROW,
      candidate_id: A,
      assignee: ACCOUNT[who],
      previous: null,
    }),
  'take back': () => call('lists.move', { owner: TEAM, id: ROW }),
  star: () => call('candidates.star', { candidate_id: A, starred: true }),
  unstar: () => call('candidates.star', { candidate_id: A, starred: false }),
  'first note': (who: Who) =>
    call('candidates.note', { candidate_id: A, note: who, previous: null }),
  note: (who: Who) => call('candidates.note', { candidate_id: A, note: who, previous: 'start' }),
  'clear note': () => call('candidates.note', { candidate_id: A, note: null, previous: 'start' }),
  'begin call': (who: Who) =>
    call('activities.add', { id: ACTIVITY[who], candidate_id: A, kind: 'call' }),
  complete: (who: Who) =>
    call('activities.complete', {
      id: CALL,
      outcome: who === 'first' ? 'talked' : 'voicemail',
      words: who,
    }),
  reopen: () => call('activities.reopen', { id: CALL, outcome: 'talked' }),
  redact: () => call('activities.redact', { id: CALL }),
  stop: (who: Who) => call('people.stop', { id: ACTIVITY[who], candidate_id: A, reason: who }),
  resume: (who: Who) =>
    call('people.resume', { id: ACTIVITY[who], candidate_id: A, mark_id: MARK }),
  report: (who: Who) =>
    call('contacts.report', { ...CONTACT, reason: who === 'first' ? 'left' : 'other' }),
  'withdraw report': () => call('contacts.withdraw', CONTACT),
  'save search': (who: Who) =>
    call('searches.create', { id: NEW_ROW[who], name: 'start', search_params: {} }),
  'rename search': (who: Who) => call('searches.rename', { id: ROW, name: who, previous: 'start' }),
  'delete search': () => call('searches.delete', { id: ROW }),
  watch: (who: Who) =>
    call('watches.set', { search_id: ROW, cadence: who === 'first' ? 'daily' : 'at_once' }),
  unwatch: () => call('watches.set', { search_id: ROW, cadence: null }),
  'read news': () => call('watches.read', { search_id: ROW, through: '2100-01-01T00:00:00.000Z' }),
  'write template': (who: Who) =>
    call('templates.create', { id: NEW_ROW[who], ...TEXTS, ...CHOICES }),
  'reword template': (who: Who) =>
    call('templates.update', {
      id: ROW,
      changes: { ...TEXTS, body: who, ...CHOICES },
      previous: TEXTS,
    }),
  'change tone': (who: Who) =>
    call('templates.update', {
      id: ROW,
      changes: { ...TEXTS, ...CHOICES, tone: who === 'first' ? 'formal' : 'friendly' },
      previous: TEXTS,
    }),
  'delete template': () => call('templates.delete', { id: ROW, previous: TEXTS }),
  'bring in': () =>
    call('rows.bring_in', {
      table: 'saved_searches',
      rows: [
        {
          ...{ id: ROW, name: 'start', search_params: {} },
          ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
        },
      ],
    }),
  'set theme': (who: Who) =>
    call('settings.set', { key: 'theme', value: who === 'first' ? 'dark' : 'light' }),
  'set density': () => call('settings.set', { key: 'density', value: 'compact' }),
} satisfies Record<string, (who: Who) => Call>
export type Step = keyof typeof STEPS

const LIST = call('lists.create', {
  id: ROW,
  name: 'start',
  description: 'start',
  candidate_ids: [A, B],
})

/** The rows both devices saw. */
export const STARTS = {
  nothing: [],
  'a list': [LIST],
  'a deleted list': [LIST, STEPS.delete()],
  "a team's list": [call('lists.create', { ...LIST.args, owner: TEAM } as typeof LIST.args)],
  'a starred person with a note': [
    STEPS.star(),
    call('candidates.note', { candidate_id: A, note: 'start', previous: null }),
  ],
  'a call': [call('activities.add', { id: CALL, candidate_id: A, kind: 'call' })],
  'a mark': [call('people.stop', { id: MARK, candidate_id: A, reason: 'start' })],
  'a reported contact': [call('contacts.report', { ...CONTACT, reason: 'someone_else' })],
  'a search': [call('searches.create', { id: ROW, name: 'start', search_params: {} })],
  'a watched search': [
    call('searches.create', { id: ROW, name: 'start', search_params: {} }),
    call('watches.set', { search_id: ROW, cadence: 'daily' }),
  ],
  'a template': [call('templates.create', { id: ROW, ...TEXTS, ...CHOICES })],
} satisfies Record<string, Call[]>
export type Start = keyof typeof STARTS
