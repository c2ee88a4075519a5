import { keepDraft } from '#web/lib/hooks/use-draft.ts'
import {
  type KeptWork,
  keptPlaces,
  type PersonWork,
  readWork,
  removeDrafts,
  storeDraft,
} from '#web/replica/first-paint-cache.ts'
import { leftTeams } from '#web/replica/left-teams.ts'
import { actorOf, session } from '#web/session/session.ts'

/*
 * Unfinished texts about people, sealed on this device for one account: they outlive the tab and the end of a
 * session, but not a sign-out. They are deleted with their person, and those of a team with the team.
 */

/**
 * The key under which a text about a person is stored.
 * @param of distinguishes several texts of one form
 */
export function workPlace(
  form: 'message' | 'note' | 'activity' | 'outcome',
  personId: string,
  of?: string,
): PersonWork {
  return of === undefined ? `work.${form} ${personId}` : `work.${form} ${personId} ${of}`
}

const personOf = (place: string) => place.split(' ')[1] ?? ''

/** Each change waits for the one before. */
let lastChange: Promise<unknown> = Promise.resolve()
/** The newest text of each key: of several that wait to be written, only this one is. */
const newest = new Map<PersonWork, { work: object | undefined }>()

/**
 * Stores an unfinished text about a person; undefined deletes it.
 * @param team the team that it belongs to, with which it is deleted; null for the account's own
 */
export function keepWork(place: PersonWork, work: object | undefined, team: string | null): void {
  const next = { work }
  newest.set(place, next)
  void change(async (id) => {
    if (newest.get(place) !== next) return
    newest.delete(place)
    const isLeft = team !== null && team in leftTeams.names
    if (!work || isLeft) await removeDrafts(id, [place])
    else if (team === null) await storeDraft(id, place, work)
    else await storeDraft(id, place, {}, { team, work })
  })
}

/** The stored text, and the team that it belongs to; undefined where there is none. */
export async function keptWork(place: PersonWork): Promise<KeptWork | undefined> {
  await lastChange
  const { id } = actorOf(session.me)
  const kept = id === null ? undefined : await readWork(id, place)
  // An empty row stays of a team that the account has left.
  return kept && Object.keys(kept.work).length > 0 ? kept : undefined
}

/** Deletes all texts about these people, who have left the directory. */
export async function forgetWorkAbout(people: readonly string[]): Promise<void> {
  if (people.length === 0) return
  await change(async (id) => {
    const places = (await keptPlaces(id)).filter((place) => people.includes(personOf(place)))
    for (const place of places) {
      newest.delete(place)
      keepDraft(place, undefined)
    }
    await removeDrafts(id, places)
  })
}

/**
 * Deletes the texts about people whom the server no longer lists: for a person who was never revealed, no row
 * of the device says so.
 */
export async function forgetWorkAboutUnknown(): Promise<void> {
  const { id } = actorOf(session.me)
  if (id === null) return
  await lastChange
  const people = [...new Set((await keptPlaces(id)).map(personOf))]
  if (people.length === 0) return
  // Loaded here: every page runs this module, and the check of a person's row has no place in all of them.
  const { serverNameOf } = await import('./person-names.ts')
  const names = await Promise.all(people.map(serverNameOf))
  if (actorOf(session.me).id !== id) return
  await forgetWorkAbout(people.filter((_, index) => names[index] === null))
}

/** Runs changes one after another; later reads wait for them. */
function change(make: (id: string) => Promise<void>): Promise<unknown> {
  const { id } = actorOf(session.me)
  if (id !== null) lastChange = lastChange.then(() => make(id))
  return lastChange
}
