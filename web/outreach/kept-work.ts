import { serverNameOf } from '#web/lib/person-names.ts'
import { keepDraft } from '#web/lib/use-draft.ts'
import {
  keptPlaces,
  type PersonWork,
  readDraft,
  removeDrafts,
  storeDraft,
} from '#web/replica/first-paint-cache.ts'
import { leftTeams } from '#web/replica/left-teams.ts'
import { actorOf, session } from '#web/session/session.ts'

/*
 * What is being written about people, sealed on this device and for its account alone: it outlives the
 * tab and the session's end, not a sign-out. It goes with its person, and what is of a team with the team.
 */

/**
 * Where what is written about a person is kept.
 * @param of tells several apart that are written in one form.
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
/** By place, the work to write: of what waits for it, the newest alone is. */
const newest = new Map<PersonWork, { work: object | undefined }>()

/**
 * Keeps what is being written about a person; undefined lets go of it.
 * @param team whose it is, and with which it goes; null for the account's own.
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

/** What was kept at a place; undefined where nothing is. */
export async function keptWork(place: PersonWork): Promise<object | undefined> {
  await lastChange
  const { id } = actorOf(session.me)
  const work = id === null ? undefined : await readDraft(id, place)
  // Of a team that was left, an empty row stays.
  return work && Object.keys(work).length > 0 ? work : undefined
}

/** Lets go of all that was written about these people, who are in the directory no more. */
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

/** Lets go of what is about people whom the server knows no more: of who was never revealed no row tells it. */
export async function forgetWorkAboutUnknown(): Promise<void> {
  const { id } = actorOf(session.me)
  if (id === null) return
  await lastChange
  const people = [...new Set((await keptPlaces(id)).map(personOf))]
  const names = await Promise.all(people.map(serverNameOf))
  if (actorOf(session.me).id !== id) return
  await forgetWorkAbout(people.filter((_, index) => names[index] === null))
}

/** Makes a change after those before it; a read that follows waits for it. */
function change(make: (id: string) => Promise<void>): Promise<unknown> {
  const { id } = actorOf(session.me)
  if (id !== null) lastChange = lastChange.then(() => make(id))
  return lastChange
}
