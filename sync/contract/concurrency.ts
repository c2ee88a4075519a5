/**
 * The outcome when two devices that saw the same rows change one thing at once: for each pair of
 * mutations in order of arrival, the answer to the second and the rows afterwards. The first is
 * always applied. Nobody's text is lost in silence: it is written, or its author is told.
 *
 * Left out are mutations that cannot meet: those of a row that only its maker has seen, and those of
 * two different things.
 */
import type { ErrorCode } from './errors.ts'
import type { MutationArgs, MutationName } from './mutations.ts'

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

/** The mutations of a device, by their names in the table. */
export const ACTS = {
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
export type Act = keyof typeof ACTS

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
  'a deleted list': [LIST, ACTS.delete()],
  "a team's list": [call('lists.create', { ...LIST.args, owner: TEAM } as typeof LIST.args)],
  'a starred person with a note': [
    ACTS.star(),
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

/** `unchanged` is applied without a change: the wanted state is there already. */
type Answer =
  | 'applied'
  | 'unchanged'
  | Extract<ErrorCode, 'gone' | 'changed_elsewhere' | 'moved' | 'taken'>

/** The differences from the rows at the start: by column, people as letters. */
type Changes = Record<string, string | boolean | null>

/** First, second, the second's answer, the changes, and the same in words. */
export type Cell = readonly [Act, Act, Answer, Changes, string]

const gone = { deleted: true }
const described = { description: 'first' }
const renamed = { name: 'first' }

export const CONCURRENCY: Record<Start, readonly Cell[]> = {
  nothing: [
    [
      'create',
      'create',
      'applied',
      { lists: '2', name: 'start' },
      'Two lists of one name stand side by side.',
    ],
    ['star', 'star', 'unchanged', { starred: true }, 'Starred once.'],
    ['star', 'first note', 'applied', { starred: true, note: 'second' }, 'Both are kept.'],
    ['first note', 'star', 'applied', { starred: true, note: 'first' }, 'Both are kept.'],
    [
      'first note',
      'first note',
      'changed_elsewhere',
      { starred: false, note: 'first' },
      'The second is shown the first.',
    ],
    [
      'save search',
      'save search',
      'applied',
      { searches: '2', search: 'start' },
      'Two searches of one name stand side by side.',
    ],
    [
      'write template',
      'write template',
      'applied',
      { templates: '2', body: 'start', tone: 'casual' },
      'Two templates of one name stand side by side.',
    ],
    ['begin call', 'begin call', 'applied', { calls: '2' }, 'Two calls stand side by side.'],
    [
      'stop',
      'stop',
      'applied',
      { mark: 'second' },
      'The newer mark stands for both, to the later day.',
    ],
    [
      'report',
      'report',
      'unchanged',
      { report: 'received', reason: 'left' },
      'It was reported: the first reason stands.',
    ],
    [
      'bring in',
      'bring in',
      'unchanged',
      { searches: '1', search: 'start' },
      'A file is brought in once, however often.',
    ],
    ['set theme', 'set theme', 'applied', { theme: 'light' }, 'The later one holds.'],
    ['set theme', 'set density', 'applied', { theme: 'dark', density: 'compact' }, 'Both hold.'],
    ['set density', 'set theme', 'applied', { theme: 'light', density: 'compact' }, 'Both hold.'],
    ['set density', 'set density', 'unchanged', { density: 'compact' }, 'It is so already.'],
  ],
  'a call': [
    [
      'complete',
      'complete',
      'changed_elsewhere',
      { call: 'talked', words: 'first' },
      'The second is told that the outcome is known.',
    ],
    ['complete', 'reopen', 'applied', {}, 'The call is open again.'],
    ['complete', 'redact', 'applied', { call: 'talked' }, 'The outcome stays, its words go.'],
    [
      'reopen',
      'complete',
      'applied',
      { call: 'voicemail', words: 'second' },
      'There was nothing to take back.',
    ],
    ['reopen', 'reopen', 'unchanged', {}, 'There was nothing to take back.'],
    ['reopen', 'redact', 'applied', {}, 'There was nothing to take back.'],
    ['redact', 'complete', 'gone', {}, 'The second is told.'],
    ['redact', 'reopen', 'gone', {}, 'The second is told.'],
    ['redact', 'redact', 'unchanged', {}, 'Redacted once.'],
  ],
  'a mark': [
    [
      'stop',
      'stop',
      'applied',
      { mark: 'second' },
      'The newer mark stands for both, to the later day.',
    ],
    [
      'stop',
      'resume',
      'changed_elsewhere',
      { mark: 'first' },
      'A lift of the mark before takes no newer one away; its author is told.',
    ],
    ['resume', 'stop', 'applied', { mark: 'second' }, 'The newest mark holds.'],
    ['resume', 'resume', 'unchanged', { mark: null }, 'Lifted once.'],
  ],
  'a list': [
    ['rename', 'rename', 'changed_elsewhere', renamed, 'The second is shown the first name.'],
    ['rename', 'describe', 'applied', { ...renamed, description: 'second' }, 'Both are kept.'],
    [
      'rename',
      'delete',
      'applied',
      { ...renamed, ...gone },
      'Deleted under its new name; restored, it has it.',
    ],
    ['rename', 'restore', 'unchanged', renamed, 'There was nothing to restore.'],
    ['rename', 'add people', 'applied', { ...renamed, members: 'ABDE' }, 'Both are kept.'],
    ['rename', 'remove people', 'applied', { ...renamed, members: '' }, 'Both are kept.'],
    ['describe', 'rename', 'applied', { ...described, name: 'second' }, 'Both are kept.'],
    ['describe', 'describe', 'changed_elsewhere', described, 'The second is shown the first text.'],
    [
      'describe',
      'delete',
      'applied',
      { ...described, ...gone },
      'Deleted with its new text; restored, it has it.',
    ],
    ['describe', 'restore', 'unchanged', described, 'There was nothing to restore.'],
    ['describe', 'add people', 'applied', { ...described, members: 'ABDE' }, 'Both are kept.'],
    ['describe', 'remove people', 'applied', { ...described, members: '' }, 'Both are kept.'],
    ['delete', 'rename', 'gone', gone, 'The second is told, and can restore the list.'],
    ['delete', 'describe', 'gone', gone, 'The second is told, and can restore the list.'],
    ['delete', 'delete', 'unchanged', gone, 'Deleted once.'],
    ['delete', 'restore', 'applied', {}, 'The list is there again.'],
    ['delete', 'add people', 'gone', gone, 'The second is told, and can restore the list.'],
    [
      'delete',
      'remove people',
      'applied',
      { ...gone, members: '' },
      'Restored, the list is without them.',
    ],
    ['restore', 'rename', 'applied', { name: 'second' }, 'There was nothing to restore.'],
    ['restore', 'describe', 'applied', { description: 'second' }, 'There was nothing to restore.'],
    ['restore', 'delete', 'applied', gone, 'There was nothing to restore: deleted.'],
    ['restore', 'restore', 'unchanged', {}, 'There was nothing to restore.'],
    ['restore', 'add people', 'applied', { members: 'ABDE' }, 'There was nothing to restore.'],
    ['restore', 'remove people', 'applied', { members: '' }, 'There was nothing to restore.'],
    ['add people', 'rename', 'applied', { members: 'ABCD', name: 'second' }, 'Both are kept.'],
    [
      'add people',
      'describe',
      'applied',
      { members: 'ABCD', description: 'second' },
      'Both are kept.',
    ],
    [
      'add people',
      'delete',
      'applied',
      { members: 'ABCD', ...gone },
      'Deleted with the new people; restored, it has them.',
    ],
    ['add people', 'restore', 'unchanged', { members: 'ABCD' }, 'There was nothing to restore.'],
    ['add people', 'add people', 'applied', { members: 'ABCDE' }, 'All are in, nobody twice.'],
    ['add people', 'remove people', 'applied', { members: 'CD' }, 'Each does what it says.'],
    ['remove people', 'rename', 'applied', { members: 'B', name: 'second' }, 'Both are kept.'],
    [
      'remove people',
      'describe',
      'applied',
      { members: 'B', description: 'second' },
      'Both are kept.',
    ],
    [
      'remove people',
      'delete',
      'applied',
      { members: 'B', ...gone },
      'Deleted; restored, it is without them.',
    ],
    ['remove people', 'restore', 'unchanged', { members: 'B' }, 'There was nothing to restore.'],
    [
      'remove people',
      'add people',
      'applied',
      { members: 'ABDE' },
      'Who is put in after being taken out is in.',
    ],
    ['remove people', 'remove people', 'applied', { members: '' }, 'Whom either takes out is out.'],
    [
      'rename',
      'stage',
      'applied',
      { name: 'first', stage: 'interested', trail: '1' },
      'Both are kept.',
    ],
    ['rename', 'move', 'applied', { owner: 'team', name: 'first' }, 'It goes with its new name.'],
    [
      'describe',
      'stage',
      'applied',
      { description: 'first', stage: 'interested', trail: '1' },
      'Both are kept.',
    ],
    [
      'describe',
      'move',
      'applied',
      { owner: 'team', description: 'first' },
      'It goes with its new text.',
    ],
    ['delete', 'stage', 'gone', { deleted: true }, 'The second is told, and can restore the list.'],
    ['delete', 'move', 'gone', { deleted: true }, 'The second is told, and can restore the list.'],
    [
      'restore',
      'stage',
      'applied',
      { stage: 'interested', trail: '1' },
      'There was nothing to restore.',
    ],
    ['restore', 'move', 'applied', { owner: 'team' }, 'There was nothing to restore: it goes.'],
    [
      'add people',
      'stage',
      'applied',
      { members: 'ABCD', stage: 'interested', trail: '1' },
      'Both are kept.',
    ],
    [
      'add people',
      'move',
      'applied',
      { owner: 'team', members: 'ABCD' },
      'It goes with the new people.',
    ],
    [
      'remove people',
      'stage',
      'gone',
      { members: 'B' },
      'The person is not on the list any more; the second is told.',
    ],
    ['remove people', 'move', 'applied', { owner: 'team', members: 'B' }, 'It goes without them.'],
    [
      'stage',
      'rename',
      'applied',
      { name: 'second', stage: 'contacted', trail: '1' },
      'Both are kept.',
    ],
    [
      'stage',
      'describe',
      'applied',
      { description: 'second', stage: 'contacted', trail: '1' },
      'Both are kept.',
    ],
    [
      'stage',
      'delete',
      'applied',
      { deleted: true, stage: 'contacted', trail: '1' },
      'Deleted with the stage; restored, it has it.',
    ],
    [
      'stage',
      'restore',
      'unchanged',
      { stage: 'contacted', trail: '1' },
      'There was nothing to restore.',
    ],
    [
      'stage',
      'add people',
      'applied',
      { members: 'ABDE', stage: 'contacted', trail: '1' },
      'Both are kept.',
    ],
    [
      'stage',
      'remove people',
      'applied',
      { members: '', trail: '1' },
      'Taken off, with what was said of the person; the trail stays.',
    ],
    [
      'stage',
      'stage',
      'applied',
      { stage: 'interested', trail: '2' },
      'The later one holds, and both are in the trail.',
    ],
    [
      'stage',
      'move',
      'applied',
      { owner: 'team', stage: 'contacted', trail: '1' },
      'It goes with the stage, and the trail.',
    ],
    ['rename', 'restore people', 'unchanged', renamed, 'Nobody was to be put back.'],
    ['describe', 'restore people', 'unchanged', described, 'Nobody was to be put back.'],
    ['delete', 'restore people', 'gone', gone, 'The second is told, and can restore the list.'],
    ['restore', 'restore people', 'unchanged', {}, 'Nothing was to be put back.'],
    [
      'add people',
      'restore people',
      'unchanged',
      { members: 'ABCD' },
      'Nobody was to be put back.',
    ],
    [
      'remove people',
      'restore people',
      'applied',
      {},
      'Who is put back after being taken off is on it.',
    ],
    [
      'stage',
      'restore people',
      'unchanged',
      { stage: 'contacted', trail: '1' },
      'Nobody was to be put back.',
    ],
    ['move', 'restore people', 'moved', { owner: 'team' }, 'The second is sent after the list.'],
    ['restore people', 'rename', 'applied', { name: 'second' }, 'Nobody was to be put back.'],
    [
      'restore people',
      'describe',
      'applied',
      { description: 'second' },
      'Nobody was to be put back.',
    ],
    ['restore people', 'delete', 'applied', gone, 'Nobody was to be put back: deleted.'],
    ['restore people', 'restore', 'unchanged', {}, 'Nothing was to be put back.'],
    ['restore people', 'add people', 'applied', { members: 'ABDE' }, 'Nobody was to be put back.'],
    [
      'restore people',
      'remove people',
      'applied',
      { members: '' },
      'Nobody was to be put back: taken off.',
    ],
    [
      'restore people',
      'stage',
      'applied',
      { stage: 'interested', trail: '1' },
      'Nobody was to be put back.',
    ],
    ['restore people', 'move', 'applied', { owner: 'team' }, 'Nobody was to be put back: it goes.'],
    ['restore people', 'restore people', 'unchanged', {}, 'Nobody was to be put back.'],
    ['move', 'rename', 'moved', { owner: 'team' }, 'The second is sent after the list.'],
    ['move', 'describe', 'moved', { owner: 'team' }, 'The second is sent after the list.'],
    ['move', 'delete', 'moved', { owner: 'team' }, 'The second is sent after the list.'],
    [
      'move',
      'restore',
      'moved',
      { owner: 'team' },
      'The second is sent after the list, where there is nothing to restore.',
    ],
    ['move', 'add people', 'moved', { owner: 'team' }, 'The second is sent after the list.'],
    ['move', 'remove people', 'moved', { owner: 'team' }, 'The second is sent after the list.'],
    ['move', 'stage', 'moved', { owner: 'team' }, 'The second is sent after the list.'],
    ['move', 'move', 'unchanged', { owner: 'team' }, 'Moved once.'],
  ],
  'a deleted list': [
    ['restore', 'restore', 'unchanged', { deleted: false }, 'Restored once.'],
    ['restore', 'delete', 'applied', {}, 'The later one holds: deleted again.'],
    [
      'restore',
      'remove people',
      'applied',
      { deleted: false, members: '' },
      'There again, without them.',
    ],
    ['delete', 'restore', 'applied', { deleted: false }, 'The list is there again.'],
    ['delete', 'delete', 'unchanged', {}, 'It was deleted.'],
    ['delete', 'remove people', 'applied', { members: '' }, 'Restored, the list is without them.'],
    [
      'remove people',
      'restore',
      'applied',
      { deleted: false, members: 'B' },
      'There again, without them.',
    ],
    ['remove people', 'delete', 'unchanged', { members: 'B' }, 'It was deleted.'],
    ['remove people', 'remove people', 'applied', { members: '' }, 'Whom either takes out is out.'],
  ],
  "a team's list": [
    [
      'rename in team',
      'rename in team',
      'changed_elsewhere',
      { name: 'first' },
      'The second is shown the first name, and whose it is.',
    ],
    [
      'rename in team',
      'delete in team',
      'applied',
      { name: 'first', deleted: true },
      'Deleted under its new name; restored, it has it.',
    ],
    [
      'rename in team',
      'add people in team',
      'applied',
      { name: 'first', members: 'ABDE' },
      'Both are kept.',
    ],
    [
      'rename in team',
      'remove people in team',
      'applied',
      { name: 'first', members: '' },
      'Both are kept.',
    ],
    [
      'rename in team',
      'stage in team',
      'applied',
      { name: 'first', stage: 'interested', trail: '1' },
      'Both are kept.',
    ],
    [
      'rename in team',
      'assign',
      'applied',
      { name: 'first', assigned: 'second', trail: '1' },
      'Both are kept.',
    ],
    [
      'rename in team',
      'take back',
      'applied',
      { owner: 'second', name: 'first' },
      'It goes with its new name.',
    ],
    [
      'delete in team',
      'rename in team',
      'gone',
      { deleted: true },
      'The second is told, and can restore the list.',
    ],
    ['delete in team', 'delete in team', 'unchanged', { deleted: true }, 'Deleted once.'],
    [
      'delete in team',
      'add people in team',
      'gone',
      { deleted: true },
      'The second is told, and can restore the list.',
    ],
    [
      'delete in team',
      'remove people in team',
      'applied',
      { deleted: true, members: '' },
      'Restored, the list is without them.',
    ],
    [
      'delete in team',
      'stage in team',
      'gone',
      { deleted: true },
      'The second is told, and can restore the list.',
    ],
    [
      'delete in team',
      'assign',
      'gone',
      { deleted: true },
      'The second is told, and can restore the list.',
    ],
    [
      'delete in team',
      'take back',
      'gone',
      { deleted: true },
      'The second is told, and can restore the list.',
    ],
    [
      'add people in team',
      'rename in team',
      'applied',
      { name: 'second', members: 'ABCD' },
      'Both are kept.',
    ],
    [
      'add people in team',
      'delete in team',
      'applied',
      { deleted: true, members: 'ABCD' },
      'Deleted with the new people; restored, it has them.',
    ],
    [
      'add people in team',
      'add people in team',
      'applied',
      { members: 'ABCDE' },
      'All are in, nobody twice.',
    ],
    [
      'add people in team',
      'remove people in team',
      'applied',
      { members: 'CD' },
      'Each does what it says.',
    ],
    [
      'add people in team',
      'stage in team',
      'applied',
      { members: 'ABCD', stage: 'interested', trail: '1' },
      'Both are kept.',
    ],
    [
      'add people in team',
      'assign',
      'applied',
      { members: 'ABCD', assigned: 'second', trail: '1' },
      'Both are kept.',
    ],
    [
      'add people in team',
      'take back',
      'applied',
      { owner: 'second', members: 'ABCD' },
      'It goes with the new people.',
    ],
    [
      'remove people in team',
      'rename in team',
      'applied',
      { name: 'second', members: 'B' },
      'Both are kept.',
    ],
    [
      'remove people in team',
      'delete in team',
      'applied',
      { deleted: true, members: 'B' },
      'Deleted; restored, it is without them.',
    ],
    [
      'remove people in team',
      'add people in team',
      'applied',
      { members: 'ABDE' },
      'A person put in after being taken out is in.',
    ],
    [
      'remove people in team',
      'remove people in team',
      'applied',
      { members: '' },
      'A person whom either takes out is out.',
    ],
    [
      'remove people in team',
      'stage in team',
      'gone',
      { members: 'B' },
      'The person is not on the list any more; the second is told.',
    ],
    [
      'remove people in team',
      'assign',
      'gone',
      { members: 'B' },
      'The person is not on the list any more; the second is told.',
    ],
    [
      'remove people in team',
      'take back',
      'applied',
      { owner: 'second', members: 'B' },
      'It goes without them.',
    ],
    [
      'stage in team',
      'rename in team',
      'applied',
      { name: 'second', stage: 'contacted', trail: '1' },
      'Both are kept.',
    ],
    [
      'stage in team',
      'delete in team',
      'applied',
      { deleted: true, stage: 'contacted', trail: '1' },
      'Deleted with the stage; restored, it has it.',
    ],
    [
      'stage in team',
      'add people in team',
      'applied',
      { members: 'ABDE', stage: 'contacted', trail: '1' },
      'Both are kept.',
    ],
    [
      'stage in team',
      'remove people in team',
      'applied',
      { members: '', trail: '1' },
      'Taken off, with what was said of the person; the trail stays.',
    ],
    [
      'stage in team',
      'stage in team',
      'applied',
      { stage: 'interested', trail: '2' },
      'The later one holds, and both are in the trail.',
    ],
    [
      'stage in team',
      'assign',
      'applied',
      { stage: 'contacted', assigned: 'second', trail: '2' },
      'Both are kept.',
    ],
    [
      'stage in team',
      'take back',
      'applied',
      { owner: 'second', stage: 'contacted', trail: '1' },
      'It goes with the stage, and the trail.',
    ],
    [
      'assign',
      'rename in team',
      'applied',
      { name: 'second', assigned: 'first', trail: '1' },
      'Both are kept.',
    ],
    [
      'assign',
      'delete in team',
      'applied',
      { deleted: true, assigned: 'first', trail: '1' },
      'Deleted with the assignment; restored, it has it.',
    ],
    [
      'assign',
      'add people in team',
      'applied',
      { members: 'ABDE', assigned: 'first', trail: '1' },
      'Both are kept.',
    ],
    [
      'assign',
      'remove people in team',
      'applied',
      { members: '', trail: '1' },
      'Taken off, with what was said of the person; the trail stays.',
    ],
    [
      'assign',
      'stage in team',
      'applied',
      { stage: 'interested', assigned: 'first', trail: '2' },
      'Both are kept.',
    ],
    [
      'assign',
      'assign',
      'taken',
      { assigned: 'first', trail: '1' },
      'The first has the person; the second is told who.',
    ],
    [
      'assign',
      'take back',
      'applied',
      { owner: 'second', assigned: 'first', trail: '1' },
      'It goes with the assignment.',
    ],
    [
      'take back',
      'rename in team',
      'gone',
      { owner: 'first' },
      'The list is not the team’s any more; the second can save a copy.',
    ],
    [
      'take back',
      'delete in team',
      'unchanged',
      { owner: 'first' },
      'The list is not the team’s any more.',
    ],
    [
      'take back',
      'add people in team',
      'gone',
      { owner: 'first' },
      'The list is not the team’s any more; the second can save a copy.',
    ],
    [
      'take back',
      'remove people in team',
      'unchanged',
      { owner: 'first' },
      'The list is not the team’s any more.',
    ],
    [
      'take back',
      'stage in team',
      'gone',
      { owner: 'first' },
      'The list is not the team’s any more; the second is told.',
    ],
    [
      'take back',
      'assign',
      'gone',
      { owner: 'first' },
      'The list is not the team’s any more; the second is told.',
    ],
    [
      'rename in team',
      'restore people in team',
      'unchanged',
      { name: 'first' },
      'Nobody was to be put back.',
    ],
    [
      'delete in team',
      'restore people in team',
      'gone',
      { deleted: true },
      'The second is told, and can restore the list.',
    ],
    [
      'add people in team',
      'restore people in team',
      'unchanged',
      { members: 'ABCD' },
      'Nobody was to be put back.',
    ],
    [
      'remove people in team',
      'restore people in team',
      'applied',
      {},
      'A person put back after being taken off is on it.',
    ],
    [
      'stage in team',
      'restore people in team',
      'unchanged',
      { stage: 'contacted', trail: '1' },
      'Nobody was to be put back.',
    ],
    [
      'assign',
      'restore people in team',
      'unchanged',
      { assigned: 'first', trail: '1' },
      'Nobody was to be put back.',
    ],
    [
      'take back',
      'restore people in team',
      'gone',
      { owner: 'first' },
      'The list is not the team’s any more; the second is told.',
    ],
    [
      'restore people in team',
      'rename in team',
      'applied',
      { name: 'second' },
      'Nobody was to be put back.',
    ],
    [
      'restore people in team',
      'delete in team',
      'applied',
      { deleted: true },
      'Nobody was to be put back: deleted.',
    ],
    [
      'restore people in team',
      'add people in team',
      'applied',
      { members: 'ABDE' },
      'Nobody was to be put back.',
    ],
    [
      'restore people in team',
      'remove people in team',
      'applied',
      { members: '' },
      'Nobody was to be put back: taken off.',
    ],
    [
      'restore people in team',
      'stage in team',
      'applied',
      { stage: 'interested', trail: '1' },
      'Nobody was to be put back.',
    ],
    [
      'restore people in team',
      'assign',
      'applied',
      { assigned: 'second', trail: '1' },
      'Nobody was to be put back.',
    ],
    [
      'restore people in team',
      'take back',
      'applied',
      { owner: 'second' },
      'Nobody was to be put back: it goes.',
    ],
    [
      'restore people in team',
      'restore people in team',
      'unchanged',
      {},
      'Nobody was to be put back.',
    ],
    ['take back', 'take back', 'gone', { owner: 'first' }, 'It went to whom took it first.'],
  ],
  'a starred person with a note': [
    ['star', 'star', 'unchanged', {}, 'It was starred.'],
    ['star', 'unstar', 'applied', { starred: false }, 'The later one holds.'],
    ['star', 'note', 'applied', { note: 'second' }, 'Both are kept.'],
    ['star', 'clear note', 'applied', { note: null }, 'Both are kept.'],
    ['unstar', 'star', 'applied', {}, 'The later one holds.'],
    ['unstar', 'unstar', 'unchanged', { starred: false }, 'Taken off once.'],
    ['unstar', 'note', 'applied', { starred: false, note: 'second' }, 'Both are kept.'],
    [
      'unstar',
      'clear note',
      'applied',
      { starred: null, note: null },
      'Nothing is said of them any more: the row goes.',
    ],
    ['note', 'star', 'unchanged', { note: 'first' }, 'Both are kept.'],
    ['note', 'unstar', 'applied', { starred: false, note: 'first' }, 'Both are kept.'],
    ['note', 'note', 'changed_elsewhere', { note: 'first' }, 'The second is shown the first note.'],
    [
      'note',
      'clear note',
      'changed_elsewhere',
      { note: 'first' },
      'The second is shown what it would have cleared.',
    ],
    ['clear note', 'star', 'unchanged', { note: null }, 'Both are kept.'],
    [
      'clear note',
      'unstar',
      'applied',
      { starred: null, note: null },
      'Nothing is said of them any more: the row goes.',
    ],
    [
      'clear note',
      'note',
      'changed_elsewhere',
      { note: null },
      'The second is told that the note was cleared.',
    ],
    ['clear note', 'clear note', 'unchanged', { note: null }, 'Cleared once.'],
  ],
  'a reported contact': [
    ['report', 'report', 'unchanged', {}, 'It was reported.'],
    ['report', 'withdraw report', 'applied', { report: 'withdrawn' }, 'The later one holds.'],
    ['withdraw report', 'report', 'applied', { reason: 'other' }, 'The later one holds.'],
    [
      'withdraw report',
      'withdraw report',
      'unchanged',
      { report: 'withdrawn' },
      'Taken back once.',
    ],
  ],
  'a search': [
    [
      'rename search',
      'rename search',
      'changed_elsewhere',
      { search: 'first' },
      'The second is shown the first name.',
    ],
    [
      'rename search',
      'delete search',
      'applied',
      { search: null, searches: '0' },
      'Deleting asks nobody: it holds, whatever the name.',
    ],
    [
      'delete search',
      'rename search',
      'gone',
      { search: null, searches: '0' },
      'The second is told: a name alone is no search that could be kept.',
    ],
    [
      'delete search',
      'delete search',
      'unchanged',
      { search: null, searches: '0' },
      'Deleted once.',
    ],
  ],
  'a watched search': [
    ['watch', 'watch', 'applied', { watch: 'at_once' }, 'The later one holds.'],
    ['watch', 'unwatch', 'applied', { watch: null }, 'The later one holds.'],
    ['watch', 'read news', 'unchanged', {}, 'Both hold.'],
    ['unwatch', 'watch', 'applied', { watch: 'at_once' }, 'The later one holds.'],
    ['unwatch', 'unwatch', 'unchanged', { watch: null }, 'Ended once.'],
    ['unwatch', 'read news', 'unchanged', { watch: null }, 'No news are left to read.'],
    ['read news', 'watch', 'applied', { watch: 'at_once' }, 'Both hold.'],
    ['read news', 'unwatch', 'applied', { watch: null }, 'No news are left to read.'],
    ['read news', 'read news', 'unchanged', {}, 'Read once.'],
  ],
  'a template': [
    [
      'reword template',
      'reword template',
      'changed_elsewhere',
      { body: 'first' },
      'The second is shown the first text.',
    ],
    [
      'reword template',
      'change tone',
      'changed_elsewhere',
      { body: 'first' },
      'A template is saved whole: the second is shown the first text.',
    ],
    [
      'change tone',
      'reword template',
      'applied',
      { body: 'second' },
      'A template is saved whole: the tone is the one that the later text was written in.',
    ],
    ['change tone', 'change tone', 'applied', { tone: 'friendly' }, 'The later one holds.'],
    [
      'reword template',
      'delete template',
      'changed_elsewhere',
      { body: 'first' },
      'A text that its deleter has not seen stays.',
    ],
    [
      'change tone',
      'delete template',
      'applied',
      { body: null, tone: null, templates: '0' },
      'The text is the one its deleter saw.',
    ],
    [
      'delete template',
      'reword template',
      'gone',
      { body: null, tone: null, templates: '0' },
      'The second is told, and can save a copy.',
    ],
    [
      'delete template',
      'change tone',
      'gone',
      { body: null, tone: null, templates: '0' },
      'The second is told, and can save a copy.',
    ],
    [
      'delete template',
      'delete template',
      'unchanged',
      { body: null, tone: null, templates: '0' },
      'Deleted once.',
    ],
  ],
}
