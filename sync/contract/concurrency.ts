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
const person = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const [A, B, C, D, E] = [1, 2, 3, 4, 5].map(person) as [string, string, string, string, string]
/** The people in the table; they must be in the directory. */
export const PEOPLE = { A, B, C, D, E }

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
  star: () => call('candidates.star', { candidate_id: A, starred: true }),
  unstar: () => call('candidates.star', { candidate_id: A, starred: false }),
  'first note': (who: Who) =>
    call('candidates.note', { candidate_id: A, note: who, previous: null }),
  note: (who: Who) => call('candidates.note', { candidate_id: A, note: who, previous: 'start' }),
  'clear note': () => call('candidates.note', { candidate_id: A, note: null, previous: 'start' }),
  'save search': (who: Who) =>
    call('searches.create', { id: NEW_ROW[who], name: 'start', search_params: {} }),
  'rename search': (who: Who) => call('searches.rename', { id: ROW, name: who, previous: 'start' }),
  'delete search': () => call('searches.delete', { id: ROW }),
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
  'a starred person with a note': [
    ACTS.star(),
    call('candidates.note', { candidate_id: A, note: 'start', previous: null }),
  ],
  'a search': [call('searches.create', { id: ROW, name: 'start', search_params: {} })],
  'a template': [call('templates.create', { id: ROW, ...TEXTS, ...CHOICES })],
} satisfies Record<string, Call[]>
export type Start = keyof typeof STARTS

/** `unchanged` is applied without a change: the wanted state is there already. */
type Answer = 'applied' | 'unchanged' | Extract<ErrorCode, 'gone' | 'changed_elsewhere'>

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
    ['set theme', 'set theme', 'applied', { theme: 'light' }, 'The later one holds.'],
    ['set theme', 'set density', 'applied', { theme: 'dark', density: 'compact' }, 'Both hold.'],
    ['set density', 'set theme', 'applied', { theme: 'light', density: 'compact' }, 'Both hold.'],
    ['set density', 'set density', 'unchanged', { density: 'compact' }, 'It is so already.'],
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
