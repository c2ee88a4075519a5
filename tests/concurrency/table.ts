/**
 * The outcome when two devices that saw the same rows change one thing at once: for each pair of
 * mutations in order of arrival, the answer to the second and the rows afterwards. The first is
 * always applied. Nobody's text is lost in silence: it is written, or its author is told.
 *
 * Left out are mutations that cannot meet: those of a row that only its maker has seen, and those of
 * two different things.
 */

import type { ConcurrencyCase } from './case.ts'
import { CHOSEN_PEOPLE_CASES } from './chosen-people.ts'
import { DELETED_LIST_CASES, LIST_CASES } from './lists.ts'
import type { Start } from './steps.ts'
import { TEAM_CHOSEN_PEOPLE_CASES } from './team-chosen-people.ts'
import { TEAM_LIST_CASES } from './team-lists.ts'
import { TEAM_MEMBER_CASES } from './team-members.ts'

export const CONCURRENCY: Record<Start, readonly ConcurrencyCase[]> = {
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
  'a list': [...LIST_CASES, ...CHOSEN_PEOPLE_CASES],
  'a deleted list': DELETED_LIST_CASES,
  "a team's list": [...TEAM_LIST_CASES, ...TEAM_MEMBER_CASES, ...TEAM_CHOSEN_PEOPLE_CASES],
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
