import type { MutationName } from '#sync/contract/mutations.ts'
import { formatPeople } from '#web/lib/format.ts'
import { TOUCH_WORDS } from '#web/outreach/touch-words.ts'

/**
 * A description of a mutation for the user who made it. Its args may be of an older release.
 * @returns null where this build does not know it, or it can no longer be decrypted.
 */
export function mutationWords(name: MutationName, args: unknown): string | null {
  const given = args as Record<string, unknown>
  const quoted = (value: unknown) => (typeof value === 'string' ? `“${value}”` : '')
  const named = given.candidate_ids ?? given.people
  const people = Array.isArray(named) ? formatPeople(named.length) : 'People'
  const words: Record<MutationName, string> = {
    'lists.create': `New list ${quoted(given.name)}`,
    'lists.combine': `New list ${quoted(given.name)} of others`,
    'lists.rename': `List renamed to ${quoted(given.name)}`,
    'lists.describe': 'Description of a list',
    'lists.delete': 'List deleted',
    'lists.restore': 'List restored',
    'lists.move': given.to ? 'List moved to a team' : 'List moved to your own',
    'members.add': `${people} added to a list`,
    'members.remove': `${people} removed from a list`,
    'members.restore': `${people} put back on a list`,
    'members.stage': 'Stage of a person on a list',
    'members.stage_many': `Stage of ${people} on a list`,
    'members.assign': given.assignee ? 'Person assigned' : 'Assignment taken away',
    'members.assign_many': given.assignee
      ? `${people} assigned`
      : `Assignment of ${people} taken away`,
    'candidates.star': given.starred ? 'Person starred' : 'Star removed',
    'candidates.note': `Note ${quoted(given.note)}`,
    'activities.add': activityWords(given),
    'activities.complete': `What came of it ${quoted(given.words)}`,
    'activities.reopen': 'What came of it, taken back',
    'activities.redact': 'Words of the history taken out',
    'people.stop': `Do not contact ${quoted(given.reason)}`,
    'people.resume': 'May be contacted again',
    'contacts.report': 'Contact reported wrong',
    'contacts.withdraw': 'Report of a contact withdrawn',
    'searches.create': `New saved search ${quoted(given.name)}`,
    'searches.rename': `Saved search renamed to ${quoted(given.name)}`,
    'searches.delete': 'Saved search deleted',
    'watches.set': given.cadence ? 'Saved search watched' : 'Saved search no longer watched',
    'watches.read': 'News of a saved search read',
    'templates.create': `New template ${quoted(given.name)}`,
    'templates.update': 'Template changed',
    'templates.delete': 'Template deleted',
    'rows.bring_in': 'Rows of a file brought in',
    'settings.set': 'Setting changed',
  }
  return words[name] ?? null

  function activityWords({ kind, words }: Record<string, unknown>): string {
    const kinds: Record<string, string> = {
      ...TOUCH_WORDS,
      note: 'Note',
      next: 'Next step',
    }
    return `${kinds[String(kind)] ?? 'Step'} ${quoted(words)}`.trimEnd()
  }
}
