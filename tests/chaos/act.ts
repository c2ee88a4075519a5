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

/** The name of templates that fill the quota and go again: nobody edits them. */
export const FILLER = 'Filler'

/** Devices meet on the first few people, whom all accounts of the world have revealed. */
export const MET_PEOPLE = 4

/** The contact of each of them that is reported. */
export const CONTACT = { kind: 'phone', value_id: 1 } as const

const MONTH_MS = 30 * 24 * 60 * 60_000

/** Names and notes are drawn from few, so that devices meet on them. */
const WORDS = ['Cardiology', 'Night shift', 'Texas', 'ICU', 'Ottawa', "O'Brien's picks", 'Ünïted']

type List = QueryRowOf<'lists.all'>

/** The input of an action: the rows that the device shows, and two sequences of random numbers. */
interface Turn {
  device: DeviceActions
  /** Decides the target, so that two devices may meet on it. */
  random: Random
  /** Decides ids and texts. */
  own: Random
  /** Text of this device. */
  word(): string
  /** A few people. */
  some(): string[]
  /** People who stay in the directory. */
  staying: string[]
  /** One of the people that all accounts have revealed. */
  candidate_id: string
  /** The teams that the account is in. */
  teams: string[]
  /** The owner of a new row. */
  someOwner(): { owner?: string | undefined }
  /** The owner of an existing row. */
  ownerOf(row: { owner_id: string }): { owner?: string }
  lists: List[]
}

type Action = (turn: Turn) => Promise<void>
type ListAction = (turn: Turn, list: List) => Promise<void>

/**
 * Does one action of a recruiter, on the rows that this device shows.
 * @param seed decides the action and its target, so that two devices may do the same.
 * @param ownSeed decides the text.
 * @param leaver a person who will be removed from the directory.
 */
export async function act(
  device: DeviceActions,
  people: string[],
  seed: string,
  ownSeed = seed,
  leaver?: string,
): Promise<void> {
  const random = new Random(seed)
  const own = new Random(`own ${ownSeed}`)
  const teams = (await device.query('teams.mine', {})).map(({ id }) => id)
  const lists = (await device.query('lists.all', {})).filter(({ name }) => name !== KEPT)
  const [list] = lists.length > 0 ? [random.pick(lists)] : []
  const met = [...people.slice(0, MET_PEOPLE), ...(leaver ? [leaver] : [])]
  const turn: Turn = {
    device,
    random,
    own,
    word: () => `${own.pick(WORDS)} ${own.below(3)}`,
    some: () => [
      ...new Set([
        ...Array.from({ length: 1 + random.below(4) }, () => random.pick(people)),
        ...(leaver && random.chance(0.4) ? [leaver] : []),
      ]),
    ],
    staying: people,
    candidate_id: random.pick(met),
    teams,
    someOwner: () => (random.chance(0.6) ? { owner: teams[0] } : {}),
    ownerOf: ({ owner_id }) => (owner_id === device.userId ? {} : { owner: owner_id }),
    lists,
  }
  const { onList, otherwise } = random.pick(SIDES)
  if (onList && list) await onList(turn, list)
  else await otherwise(turn)
}

async function createList({ device, own, word, some, someOwner }: Turn) {
  const row = { ...someOwner(), id: own.uuid(), name: word(), candidate_ids: some() }
  await device.mutate('lists.create', row)
}

async function createKeptList({ device, own, some, staying }: Turn) {
  const candidate_ids = some().filter((id) => staying.includes(id))
  await device.mutate('lists.create', { id: own.uuid(), name: KEPT, candidate_ids })
}

async function addOrCombine(turn: Turn, list: List) {
  const { device, random, own, word, some, someOwner, ownerOf, lists } = turn
  if (own.chance(0.7)) {
    const more = { ...ownerOf(list), list_id: list.id, candidate_ids: some() }
    await device.mutate('members.add', more)
  } else {
    const of = [list, random.pick(lists)].map((row) => ({ ...ownerOf(row), id: row.id }))
    const how = random.pick(COMBINATIONS)
    await device.mutate('lists.combine', { ...someOwner(), id: own.uuid(), name: word(), how, of })
  }
}

async function removeMembers({ device, random, own, some, ownerOf }: Turn, list: List) {
  const members = await membersOf(device, list)
  const gone = members.length > 0 ? [random.pick(members).candidate_id] : some()
  const removed = { ...ownerOf(list), list_id: list.id, candidate_ids: gone }
  if (own.chance(0.8)) await device.mutate('members.remove', removed)
  // Undone at once, or what another device removed.
  if (own.chance(0.4)) await device.mutate('members.restore', removed)
}

async function renameList({ device, word, ownerOf }: Turn, list: List) {
  const { id, name: previous } = list
  await device.mutate('lists.rename', { ...ownerOf(list), id, name: word(), previous })
}

async function describeList({ device, own, word, ownerOf }: Turn, list: List) {
  const description = own.chance(0.2) ? null : word()
  const { id, description: previous } = list
  await device.mutate('lists.describe', { ...ownerOf(list), id, description, previous })
}

async function deleteList({ device, ownerOf }: Turn, list: List) {
  await device.mutate('lists.delete', { ...ownerOf(list), id: list.id })
}

async function restoreList({ device, random, ownerOf }: Turn) {
  const deleted = await device.query('lists.deleted', {})
  if (deleted.length === 0) return
  const row = random.pick(deleted)
  await device.mutate('lists.restore', { ...ownerOf(row), id: row.id })
}

async function moveList({ device, teams, ownerOf }: Turn, list: List) {
  const [to] = teams
  const owner = ownerOf(list)
  if (to) await device.mutate('lists.move', { ...(owner.owner ? owner : { to }), id: list.id })
}

async function starPerson({ device, random, candidate_id }: Turn) {
  await device.mutate('candidates.star', { candidate_id, starred: random.chance(0.6) })
}

async function notePerson({ device, own, word, candidate_id }: Turn) {
  const [saved] = await device.query('candidates.one', { candidate_id })
  const note = own.chance(0.2) ? null : word()
  await device.mutate('candidates.note', { candidate_id, note, previous: saved?.note ?? null })
}

async function createSearch({ device, own, word, someOwner }: Turn) {
  const search_params = { query: word(), state: ['CA', 'ON'] }
  const row = { ...someOwner(), id: own.uuid(), name: word(), search_params }
  await device.mutate('searches.create', row)
}

async function renameOrDeleteSearch({ device, random, word, ownerOf }: Turn) {
  const searches = await device.query('searches.all', {})
  if (searches.length === 0) return
  const row = random.pick(searches)
  const { id, name: previous } = row
  if (random.chance(0.5)) await device.mutate('searches.delete', { ...ownerOf(row), id })
  else await device.mutate('searches.rename', { ...ownerOf(row), id, name: word(), previous })
}

async function createTemplate({ device, own, word, someOwner }: Turn) {
  const row = { ...someOwner(), id: own.uuid(), ...letter(word(), own) }
  await device.mutate('templates.create', row)
}

async function changeOrDeleteTemplate({ device, random, own, word, ownerOf }: Turn) {
  const templates = (await device.query('templates.all', {})).filter(({ name }) => name !== FILLER)
  if (templates.length === 0) return
  const row = random.pick(templates)
  const { id, name, subject, body } = row
  const of = { ...ownerOf(row), id, previous: { name, subject, body } }
  if (random.chance(0.3)) await device.mutate('templates.delete', of)
  else await device.mutate('templates.update', { ...of, changes: letter(word(), own) })
}

/** A member of the list as the device shows it, and what a step with that person names. */
async function someMember({ device, random, own }: Turn, list: List) {
  const members = await membersOf(device, list)
  if (members.length === 0) return undefined
  const { candidate_id, assigned_to } = random.pick(members)
  return { of: { activity_id: own.uuid(), list_id: list.id, candidate_id }, assigned_to }
}

async function stageMember(turn: Turn, list: List) {
  if (turn.random.chance(0.3)) return stageMany(turn, list)
  const member = await someMember(turn, list)
  if (member) await setStage(turn, list, member.of)
}

async function setStage(
  { device, random, ownerOf }: Turn,
  list: List,
  of: { activity_id: string; list_id: string; candidate_id: string },
) {
  const stage = random.chance(0.2) ? null : random.pick(STAGES)
  await device.mutate('members.stage', { ...ownerOf(list), ...of, stage })
}

/** Gives all people on the list one stage, and may give back what those without one had. */
async function stageMany({ device, random, own, ownerOf }: Turn, list: List) {
  const people = (await membersOf(device, list)).map(({ candidate_id, stage: previous }) => ({
    candidate_id,
    activity_id: own.uuid(),
    previous,
  }))
  if (people.length === 0) return
  const of = { ...ownerOf(list), list_id: list.id }
  const stage = random.pick(STAGES)
  await device.mutate('members.stage_many', { ...of, people, stage })
  const undone = people
    .filter(({ previous }) => previous === null)
    .map(({ candidate_id, activity_id: undoes }) => ({
      candidate_id,
      activity_id: own.uuid(),
      previous: stage,
      undoes,
    }))
  if (undone.length === 0 || own.chance(0.5)) return
  await device.mutate('members.stage_many', { ...of, people: undone, stage: null })
}

/** A list of the account's own has nobody to assign: the member changes its stage. */
async function assignMember(turn: Turn, list: List) {
  const { device, random, own, ownerOf } = turn
  const member = await someMember(turn, list)
  if (!member) return
  const { of, assigned_to: previous } = member
  const { owner } = ownerOf(list)
  if (!owner) return setStage(turn, list, of)
  const colleagues = (await device.query('teams.roster', {})).filter(
    ({ team_id, ended_at }) => team_id === owner && ended_at === null,
  )
  if (colleagues.length === 0) return
  const assignee = random.chance(0.3) ? null : random.pick(colleagues).user_id
  if (random.chance(0.7)) {
    await device.mutate('members.assign', { owner, ...of, assignee, previous })
    return
  }
  const people = (await membersOf(device, list)).map(({ candidate_id, assigned_to: previous }) => ({
    candidate_id,
    activity_id: own.uuid(),
    previous,
  }))
  await device.mutate('members.assign_many', { owner, list_id: list.id, people, assignee })
}

async function addActivity({ device, random, own, word, candidate_id, someOwner }: Turn) {
  const kind = random.pick(['call', 'call', 'email', 'meeting', 'note', 'next'] as const)
  await device.mutate('activities.add', {
    ...someOwner(),
    id: own.uuid(),
    candidate_id,
    kind,
    words: kind === 'note' ? word() : null,
    next_on: kind === 'next' ? new Date().toISOString().slice(0, 10) : null,
  })
}

/** Gives an open touch of the account its outcome, or takes that back. */
async function closeTouch({ device, random, word, candidate_id, ownerOf }: Turn) {
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
}

async function reopenTouch({ device, candidate_id, ownerOf }: Turn) {
  const trail = await device.query('people.trail', { candidate_id })
  const touch = trail.find(
    ({ kind, value, created_by }) =>
      touchKindOf(kind) && value !== null && created_by === device.userId,
  )
  if (!touch) return
  const outcome = touch.value as Outcome
  await device.mutate('activities.reopen', { ...ownerOf(touch), id: touch.id, outcome })
}

async function stopOrResume(turn: Turn) {
  const { device, random, own, word, candidate_id, someOwner, ownerOf } = turn
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
}

async function reportContact({ device, random, candidate_id }: Turn) {
  const contact = { ...CONTACT, candidate_id }
  if (random.chance(0.4)) await device.mutate('contacts.withdraw', contact)
  else {
    const reason = random.pick(['left', 'other'] as const)
    await device.mutate('contacts.report', { ...contact, reason })
  }
}

async function watchSearch({ device, random, ownerOf }: Turn) {
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
}

async function changeSetting({ device, random, word }: Turn) {
  if (random.chance(0.5)) {
    await device.mutate('settings.set', { key: 'profile.bio', value: word() })
  } else {
    const value = random.chance(0.5)
    await device.mutate('settings.set', { key: 'notifications.marketing', value })
  }
}

/**
 * The sides of the dice: what is done to a list, and what where none is shown, or no list is needed. With
 * another order or number of them a seed leads to another history.
 */
const SIDES: readonly { onList?: ListAction; otherwise: Action }[] = [
  { otherwise: createList },
  { onList: createKeptList, otherwise: createList },
  { onList: addOrCombine, otherwise: createList },
  { onList: addOrCombine, otherwise: createList },
  { onList: removeMembers, otherwise: createList },
  { onList: renameList, otherwise: createList },
  { onList: describeList, otherwise: createList },
  { onList: deleteList, otherwise: changeSetting },
  { otherwise: restoreList },
  { otherwise: starPerson },
  { otherwise: notePerson },
  { otherwise: createSearch },
  { otherwise: renameOrDeleteSearch },
  { otherwise: createTemplate },
  { otherwise: changeOrDeleteTemplate },
  { onList: moveList, otherwise: changeSetting },
  { onList: stageMember, otherwise: changeSetting },
  { onList: assignMember, otherwise: changeSetting },
  { otherwise: changeSetting },
  { otherwise: changeSetting },
  { otherwise: addActivity },
  { otherwise: addActivity },
  { otherwise: closeTouch },
  { otherwise: reopenTouch },
  { otherwise: stopOrResume },
  { otherwise: stopOrResume },
  { otherwise: reportContact },
  { otherwise: watchSearch },
  { otherwise: changeSetting },
]

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
