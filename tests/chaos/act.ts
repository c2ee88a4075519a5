import { Random } from '#db/generate/random.ts'
import { type Outcome, outcomesOf, STAGES, touchKindOf } from '#db/schema/activities.ts'
import { COMBINATIONS } from '#sync/contract/list-mutations.ts'
import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'
import type { QueryArgs, QueryName, QueryRowOf } from '#sync/contract/queries.ts'

/** The part of a device that acting needs. */
export interface DeviceActions {
  userId: string
  query<N extends QueryName>(name: N, args: QueryArgs<N>): Promise<QueryRowOf<N>[]>
  mutate<N extends MutationName>(name: N, args: MutationArgs<N>): Promise<{ id: string }>
}

/** Lists of this name are never changed or deleted, so that each device must show them for ever. */
export const KEPT = 'Kept list'

/** Devices meet on the first few people, whom all accounts of the world have revealed. */
export const MET_PEOPLE = 4

/** The contact of each of them that is reported. */
export const CONTACT = { kind: 'phone', value_id: 1 } as const

const MONTH_MS = 30 * 24 * 60 * 60_000

/** Names and notes are drawn from few, so that devices meet on them. */
const WORDS = ['Cardiology', 'Night shift', 'Texas', 'ICU', 'Ottawa', "O'Brien's picks", 'Ünïted']

/**
 * Does one action of a recruiter, on the rows that this device shows.
 * @param seed decides the action and its target, so that two devices may do the same.
 * @param ownSeed decides the text.
 */
export async function act(
  device: DeviceActions,
  people: string[],
  seed: string,
  ownSeed = seed,
): Promise<void> {
  const random = new Random(seed)
  const own = new Random(`own ${ownSeed}`)
  const word = () => `${own.pick(WORDS)} ${own.below(3)}`
  const some = () => [
    ...new Set(Array.from({ length: 1 + random.below(4) }, () => random.pick(people))),
  ]
  const teams = (await device.query('teams.mine', {})).map(({ id }) => id)
  /** Who owns a new row. */
  const someOwner = () => (random.chance(0.6) ? { owner: teams[0] } : {})
  /** Who owns a row that is there. */
  const ownerOf = ({ owner_id }: { owner_id: string }) =>
    owner_id === device.userId ? {} : { owner: owner_id }
  const lists = (await device.query('lists.all', {})).filter(({ name }) => name !== KEPT)
  const [list] = lists.length > 0 ? [random.pick(lists)] : []
  const candidate_id = random.pick(people.slice(0, MET_PEOPLE))
  const dice = random.below(29)

  if (dice === 0 || (dice < 7 && !list)) {
    const row = { ...someOwner(), id: own.uuid(), name: word(), candidate_ids: some() }
    await device.mutate('lists.create', row)
  } else if (dice === 1) {
    await device.mutate('lists.create', { id: own.uuid(), name: KEPT, candidate_ids: some() })
  } else if (dice < 4 && list) {
    if (own.chance(0.7)) {
      const more = { ...ownerOf(list), list_id: list.id, candidate_ids: some() }
      await device.mutate('members.add', more)
    } else {
      const of = [list, random.pick(lists)].map((row) => ({ ...ownerOf(row), id: row.id }))
      const how = random.pick(COMBINATIONS)
      await device.mutate('lists.combine', {
        ...someOwner(),
        id: own.uuid(),
        name: word(),
        how,
        of,
      })
    }
  } else if (dice === 4 && list) {
    const members = await membersOf(device, list)
    const gone = members.length > 0 ? [random.pick(members).candidate_id] : some()
    const removed = { ...ownerOf(list), list_id: list.id, candidate_ids: gone }
    if (own.chance(0.8)) await device.mutate('members.remove', removed)
    // Undone at once, or what another device removed.
    if (own.chance(0.4)) await device.mutate('members.restore', removed)
  } else if (dice === 5 && list) {
    const { id, name: previous } = list
    await device.mutate('lists.rename', { ...ownerOf(list), id, name: word(), previous })
  } else if (dice === 6 && list) {
    const description = own.chance(0.2) ? null : word()
    const { id, description: previous } = list
    await device.mutate('lists.describe', { ...ownerOf(list), id, description, previous })
  } else if (dice === 7 && list) {
    await device.mutate('lists.delete', { ...ownerOf(list), id: list.id })
  } else if (dice === 8) {
    const deleted = await device.query('lists.deleted', {})
    if (deleted.length === 0) return
    const row = random.pick(deleted)
    await device.mutate('lists.restore', { ...ownerOf(row), id: row.id })
  } else if (dice === 9) {
    await device.mutate('candidates.star', { candidate_id, starred: random.chance(0.6) })
  } else if (dice === 10) {
    const [saved] = await device.query('candidates.one', { candidate_id })
    const note = own.chance(0.2) ? null : word()
    await device.mutate('candidates.note', { candidate_id, note, previous: saved?.note ?? null })
  } else if (dice === 11) {
    const search_params = { query: word(), state: ['CA', 'ON'] }
    const row = { ...someOwner(), id: own.uuid(), name: word(), search_params }
    await device.mutate('searches.create', row)
  } else if (dice === 12) {
    const searches = await device.query('searches.all', {})
    if (searches.length === 0) return
    const row = random.pick(searches)
    const { id, name: previous } = row
    if (random.chance(0.5)) await device.mutate('searches.delete', { ...ownerOf(row), id })
    else await device.mutate('searches.rename', { ...ownerOf(row), id, name: word(), previous })
  } else if (dice === 13) {
    const row = { ...someOwner(), id: own.uuid(), ...letter(word(), own) }
    await device.mutate('templates.create', row)
  } else if (dice === 14) {
    const templates = await device.query('templates.all', {})
    if (templates.length === 0) return
    const row = random.pick(templates)
    const { id, name, subject, body } = row
    const of = { ...ownerOf(row), id, previous: { name, subject, body } }
    if (random.chance(0.3)) await device.mutate('templates.delete', of)
    else await device.mutate('templates.update', { ...of, changes: letter(word(), own) })
  } else if (dice === 15 && list) {
    const [to] = teams
    const owner = ownerOf(list)
    if (to) await device.mutate('lists.move', { ...(owner.owner ? owner : { to }), id: list.id })
  } else if (dice < 18 && list) {
    const members = await membersOf(device, list)
    if (members.length === 0) return
    const { candidate_id, assigned_to: previous } = random.pick(members)
    const of = { activity_id: own.uuid(), list_id: list.id, candidate_id }
    const { owner } = ownerOf(list)
    if (dice === 16 || !owner) {
      const stage = random.chance(0.2) ? null : random.pick(STAGES)
      await device.mutate('members.stage', { ...ownerOf(list), ...of, stage })
    } else {
      const colleagues = (await device.query('teams.roster', {})).filter(
        ({ team_id, ended_at }) => team_id === owner && ended_at === null,
      )
      if (colleagues.length === 0) return
      const assignee = random.chance(0.3) ? null : random.pick(colleagues).user_id
      await device.mutate('members.assign', { owner, ...of, assignee, previous })
    }
  } else if (dice === 20 || dice === 21) {
    const kind = random.pick(['call', 'call', 'email', 'meeting', 'note', 'next'] as const)
    await device.mutate('activities.add', {
      ...someOwner(),
      id: own.uuid(),
      candidate_id,
      kind,
      words: kind === 'note' ? word() : null,
      next_on: kind === 'next' ? new Date().toISOString().slice(0, 10) : null,
    })
  } else if (dice === 22) {
    const calls = await device.query('people.calling', { by: device.userId })
    const trail = await device.query('people.trail', { candidate_id })
    const open = [
      ...calls.map((call) => ({ ...call, touch: 'call' as const })),
      ...trail.flatMap((step) => {
        const touch = step.value === null ? touchKindOf(step.kind) : undefined
        return touch && touch !== 'call' && step.created_by === device.userId
          ? [{ ...step, touch }]
          : []
      }),
    ]
    if (open.length === 0) return
    const touch = random.pick(open)
    const outcome = random.pick(outcomesOf(touch.touch))
    const of = { ...ownerOf(touch), id: touch.id }
    if (random.chance(0.2)) await device.mutate('activities.redact', { ...of, only_open: true })
    else await device.mutate('activities.complete', { ...of, outcome, words: word() })
  } else if (dice === 23) {
    const trail = await device.query('people.trail', { candidate_id })
    const touch = trail.find(
      ({ kind, value, created_by }) =>
        touchKindOf(kind) && value !== null && created_by === device.userId,
    )
    if (!touch) return
    const outcome = touch.value as Outcome
    await device.mutate('activities.reopen', { ...ownerOf(touch), id: touch.id, outcome })
  } else if (dice === 24 || dice === 25) {
    const marks = await device.query('people.stopped', {})
    const id = own.uuid()
    const mark = marks.length > 0 && random.chance(0.7) ? random.pick(marks) : undefined
    const of = mark
      ? { ...ownerOf(mark), id, candidate_id: mark.candidate_id }
      : { ...someOwner(), id, candidate_id }
    if (mark && random.chance(0.3)) {
      await device.mutate('people.resume', { ...of, mark_id: mark.mark_id })
    } else {
      const inAMonth = new Date(Date.now() + MONTH_MS).toISOString().slice(0, 10)
      const until = random.chance(0.5) ? null : inAMonth
      await device.mutate('people.stop', { ...of, reason: word(), until })
    }
  } else if (dice === 26) {
    const contact = { ...CONTACT, candidate_id }
    if (random.chance(0.4)) await device.mutate('contacts.withdraw', contact)
    else {
      const reason = random.pick(['left', 'other'] as const)
      await device.mutate('contacts.report', { ...contact, reason })
    }
  } else if (dice === 27) {
    const searches = await device.query('searches.all', {})
    if (searches.length === 0) return
    const search = random.pick(searches)
    const of = { team: ownerOf(search).owner, search_id: search.id }
    if (random.chance(0.2)) {
      await device.mutate('watches.read', { ...of, through: new Date().toISOString() })
    } else {
      const cadence = random.pick(['daily', 'at_once', null] as const)
      await device.mutate('watches.set', { ...of, cadence })
    }
  } else if (random.chance(0.5)) {
    await device.mutate('settings.set', { key: 'profile.bio', value: word() })
  } else {
    const value = random.chance(0.5)
    await device.mutate('settings.set', { key: 'notifications.marketing', value })
  }
}

/** Stars the first person, or takes the star away. */
export const star = ({ mutate }: DeviceActions, people: string[], starred: boolean) =>
  mutate('candidates.star', { candidate_id: people[0] ?? '', starred })

const membersOf = (device: DeviceActions, { owner_id, id }: { owner_id: string; id: string }) =>
  device.query('lists.members', { owner_id, list_id: id })

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
