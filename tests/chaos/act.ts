import type { Random } from '#db/generate/random.ts'
import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'
import type { QueryArgs, QueryName, QueryRowOf } from '#sync/contract/queries.ts'

/** The part of a device that acting needs. */
export interface DeviceActions {
  query<N extends QueryName>(name: N, args: QueryArgs<N>): Promise<QueryRowOf<N>[]>
  mutate<N extends MutationName>(name: N, args: MutationArgs<N>): Promise<{ id: string }>
}

/** Lists of this name are never changed or deleted, so that each device must show them for ever. */
export const KEPT = 'Kept list'

/** Names and notes are drawn from few, so that devices meet on them. */
const WORDS = ['Cardiology', 'Night shift', 'Texas', 'ICU', 'Ottawa', "O'Brien's picks", 'Ünïted']

/**
 * Does one action of a recruiter, on the rows that this device shows.
 * @param random decides the action and its target, so that two devices may do the same.
 * @param own decides the text.
 */
export async function act(
  device: DeviceActions,
  random: Random,
  people: string[],
  own: Random = random,
): Promise<void> {
  const word = () => `${own.pick(WORDS)} ${own.below(3)}`
  const some = () => [
    ...new Set(Array.from({ length: 1 + random.below(4) }, () => random.pick(people))),
  ]
  const lists = (await device.query('lists.all', {})).filter(({ name }) => name !== KEPT)
  const [list] = lists.length > 0 ? [random.pick(lists)] : []
  const candidate_id = random.pick(people.slice(0, 4))
  const dice = random.below(17)

  if (dice === 0 || (dice < 7 && !list)) {
    await device.mutate('lists.create', { id: own.uuid(), name: word(), candidate_ids: some() })
  } else if (dice === 1) {
    await device.mutate('lists.create', { id: own.uuid(), name: KEPT, candidate_ids: some() })
  } else if (dice < 4 && list) {
    await device.mutate('members.add', { list_id: list.id, candidate_ids: some() })
  } else if (dice === 4 && list) {
    const members = await device.query('lists.members', {
      owner_id: list.owner_id,
      list_id: list.id,
    })
    const gone = members.length > 0 ? [random.pick(members).candidate_id] : some()
    await device.mutate('members.remove', { list_id: list.id, candidate_ids: gone })
  } else if (dice === 5 && list) {
    await device.mutate('lists.rename', { id: list.id, name: word(), previous: list.name })
  } else if (dice === 6 && list) {
    const description = own.chance(0.2) ? null : word()
    await device.mutate('lists.describe', { id: list.id, description, previous: list.description })
  } else if (dice === 7 && list) {
    await device.mutate('lists.delete', { id: list.id })
  } else if (dice === 8) {
    const deleted = await device.query('lists.deleted', {})
    if (deleted.length > 0) await device.mutate('lists.restore', { id: random.pick(deleted).id })
  } else if (dice === 9) {
    await device.mutate('candidates.star', { candidate_id, starred: random.chance(0.6) })
  } else if (dice === 10) {
    const [saved] = await device.query('candidates.one', { candidate_id })
    const note = own.chance(0.2) ? null : word()
    await device.mutate('candidates.note', { candidate_id, note, previous: saved?.note ?? null })
  } else if (dice === 11) {
    const search_params = { query: word(), state: ['CA', 'ON'] }
    await device.mutate('searches.create', { id: own.uuid(), name: word(), search_params })
  } else if (dice === 12) {
    const searches = await device.query('searches.all', {})
    if (searches.length === 0) return
    const { id, name } = random.pick(searches)
    if (random.chance(0.5)) await device.mutate('searches.delete', { id })
    else await device.mutate('searches.rename', { id, name: word(), previous: name })
  } else if (dice === 13) {
    await device.mutate('templates.create', { id: own.uuid(), ...letter(word(), own) })
  } else if (dice === 14) {
    const templates = await device.query('templates.all', {})
    if (templates.length === 0) return
    const { id, name, subject, body } = random.pick(templates)
    const previous = { name, subject, body }
    if (random.chance(0.3)) await device.mutate('templates.delete', { id, previous })
    else await device.mutate('templates.update', { id, changes: letter(word(), own), previous })
  } else if (random.chance(0.5)) {
    await device.mutate('settings.set', { key: 'profile.bio', value: word() })
  } else {
    const value = random.chance(0.5)
    await device.mutate('settings.set', { key: 'notifications.marketing', value })
  }
}

function letter(text: string, random: Random) {
  return {
    name: text,
    subject: `About ${text}`,
    // Long enough that PostgreSQL stores it out of line (TOAST) and streams it as unchanged.
    body: `${text} `.repeat(random.chance(0.3) ? 400 : 1),
    tone: random.pick(['professional', 'friendly'] as const),
    length: 'short' as const,
    position_type: 'full-time' as const,
  }
}
