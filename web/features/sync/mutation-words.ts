import type { MutationName } from '#sync/contract/mutations.ts'
import { formatPeople } from '#web/lib/format.ts'

/**
 * A description of a mutation for the user who made it. Its args may be of an older release.
 * @returns null where this build does not know it, or it can no longer be decrypted.
 */
export function mutationWords(name: MutationName, args: unknown): string | null {
  const given = args as Record<string, unknown>
  const quoted = (value: unknown) => (typeof value === 'string' ? `“${value}”` : '')
  const people = Array.isArray(given.candidate_ids)
    ? formatPeople(given.candidate_ids.length)
    : 'People'
  const words: Record<MutationName, string> = {
    'lists.create': `New list ${quoted(given.name)}`,
    'lists.rename': `List renamed to ${quoted(given.name)}`,
    'lists.describe': 'Description of a list',
    'lists.delete': 'List deleted',
    'lists.restore': 'List restored',
    'lists.move': given.to ? 'List moved to a team' : 'List moved to your own',
    'members.add': `${people} added to a list`,
    'members.remove': `${people} removed from a list`,
    'members.stage': 'Stage of a person on a list',
    'members.assign': given.assignee ? 'Person assigned' : 'Assignment taken away',
    'candidates.star': given.starred ? 'Person starred' : 'Star removed',
    'candidates.note': `Note ${quoted(given.note)}`,
    'searches.create': `New saved search ${quoted(given.name)}`,
    'searches.rename': `Saved search renamed to ${quoted(given.name)}`,
    'searches.delete': 'Saved search deleted',
    'templates.create': `New template ${quoted(given.name)}`,
    'templates.update': 'Template changed',
    'templates.delete': 'Template deleted',
    'settings.set': 'Setting changed',
  }
  return words[name] ?? null
}
