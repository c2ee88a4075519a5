import { Random } from '#db/generate/random.ts'
import { INVITED_ROLES, type InvitedRole } from '#db/schema/teams.ts'
import { FAULTS, type Fault } from './fault-proxy.ts'

/** One event for the devices of a history. */
export type Step =
  /**
   * With the same seed, devices that show the same rows act in the same way, each with its own
   * text.
   */
  | { do: 'act'; device: number; seed: string; own?: string }
  /** Stars the first person, or takes the star away. */
  | { do: 'star'; device: number; isStarred: boolean }
  /** Stars the person; the server, if it is available, executes that, and its response is cut off. */
  | { do: 'star unanswered'; device: number }
  | { do: 'pause'; ms: number }
  /** Waits, before any fault, until all devices show the same rows. */
  | { do: 'meet' }
  | { do: 'faults'; device: number; faults: Fault[] }
  /** Waits until the device has met all its faults. */
  | { do: 'meet the faults'; device: number }
  | { do: 'go offline' | 'go online' | 'reopen'; device: number }
  | { do: 'crash'; device: number; seed: string }
  | { do: 'fill the disk' | 'free the disk'; device: number }
  | { do: 'turn the clock'; device: number; hours: number }
  | { do: 'end the session' | 'renew the session'; device: number }
  | { do: 'kill the server'; device: number; when: 'underway' | 'answered' }
  | { do: 'remove the member' | 'take the member back' }
  | { do: 'change the role'; role: InvitedRole }
  /** The account's, or the team's. */
  | { do: 'end the plan' | 'renew the plan' }
  /** The account's or the team's templates are as many as there may be, or fewer again. */
  | { do: 'reach a quota' | 'leave the quota' }
  /** The people whom devices meet on change, and their cards with them. */
  | { do: 'import'; title: string }
  /** The person in this history only, who is in the directory. */
  | { do: 'remove the person' }
  /** The browser throws the database away; the outbox is kept apart. */
  | { do: 'evict the database'; device: number }

export interface History {
  seed: number
  devices: number
  /**
   * Whether the devices are of a team: the first two belong to its owner, the others to a member,
   * who is removed in the course of the history and, in every second one, readmitted. Otherwise all
   * belong to one account.
   */
  isOfTeam: boolean
  steps: Step[]
}

/** A killed server takes seconds to return: one history in so many has that. */
const KILLS_ONE_IN = 20
const CRASHES_ONE_IN = 8
const QUOTAS_ONE_IN = 8

/** Past every lease. */
const SILENCE_HOURS = 15 * 24

/** The number of devices of each member in the history of a team. */
const DEVICES_OF_MEMBER = 2

/** The member of a device in a team's history: 0 is the owner, 1 the member. */
export const memberAt = (device: number) => Math.floor(device / DEVICES_OF_MEMBER)

/** The steps of a seed's history, the same every time; every other one is a team's. */
export function historyOf(seed: number, { isOfTeam = seed % 2 === 1 } = {}): History {
  const random = new Random(`history ${seed}`)
  const devices = isOfTeam ? 2 * DEVICES_OF_MEMBER : 2 + random.below(2)
  const device = () => random.below(devices)
  const steps: Step[] = []
  const mayKill = random.below(KILLS_ONE_IN) === 0
  const mayCrash = random.below(CRASHES_ONE_IN) === 0
  // Rows that several devices edit must first be on all of them.
  for (let i = 2 + random.below(3); i > 0; i--) {
    steps.push({ do: 'act', device: device(), seed: random.uuid() })
  }
  steps.push({ do: 'meet' })
  // The device will push again what another one undoes meanwhile; teams are not compared with a serial
  // run of mutations.
  if (!isOfTeam) {
    const one = seed % devices
    steps.push(
      { do: 'star unanswered', device: one },
      { do: 'star', device: (one + 1) % devices, isStarred: false },
      { do: 'pause', ms: 60 },
      { do: 'go online', device: one },
    )
  }
  for (let i = random.below(3); i > 0; i--) {
    const one = device()
    const seed = random.uuid()
    steps.push(
      { do: 'go offline', device: one },
      { do: 'act', device: one, seed, own: random.uuid() },
      { do: 'act', device: (one + 1) % devices, seed, own: random.uuid() },
      { do: 'go online', device: one },
    )
  }
  const length = 7 + random.below(11)
  for (let i = 0; i < length; i++) {
    const dice = random.next()
    if (dice < 0.55) steps.push({ do: 'act', device: device(), seed: random.uuid() })
    else if (dice < 0.63) steps.push({ do: 'pause', ms: random.below(60) })
    else if (dice < 0.78) {
      const faults = Array.from({ length: 1 + random.below(3) }, () => random.pick(FAULTS))
      steps.push({ do: 'faults', device: device(), faults })
    } else if (dice < 0.84) steps.push({ do: 'go offline', device: device() })
    else if (dice < 0.9) steps.push({ do: 'go online', device: device() })
    else if (dice < 0.92) steps.push({ do: 'reopen', device: device() })
    else if (dice < 0.94) {
      steps.push({ do: random.chance(0.5) ? 'fill the disk' : 'free the disk', device: device() })
    } else if (dice < 0.96) {
      steps.push({ do: 'turn the clock', device: device(), hours: random.pick([-25, -24, 24, 25]) })
    } else {
      const isEnd = random.chance(0.5)
      steps.push({ do: isEnd ? 'end the session' : 'renew the session', device: device() })
    }
  }
  if (mayCrash) insertAt(steps, random, { do: 'crash', device: device(), seed: random.uuid() })
  if (mayKill) {
    const when = random.pick(['underway', 'answered'] as const)
    const on = device()
    const at = insertAt(steps, random, { do: 'kill the server', device: on, when })
    // It dies at the next push, so there must be one.
    steps.splice(at + 1, 0, { do: 'act', device: on, seed: random.uuid() })
  }
  if (isOfTeam) {
    const removed = insertAt(steps, random, { do: 'remove the member' })
    // Soon: devices learn of the removal late, and some have not come to its end.
    const back = removed + 1 + random.below(3)
    if (random.chance(0.5)) steps.splice(back, 0, { do: 'take the member back' })
  }
  insertAt(steps, random, { do: 'import', title: random.uuid() })
  insertAt(steps, random, { do: 'remove the person' })
  if (random.chance(0.5)) {
    const ended = insertAt(steps, random, { do: 'end the plan' })
    insertAt(steps, random, { do: 'renew the plan' }, ended + 1)
  }
  if (isOfTeam) insertAt(steps, random, { do: 'change the role', role: random.pick(INVITED_ROLES) })
  if (random.below(QUOTAS_ONE_IN) === 0) {
    const reached = insertAt(steps, random, { do: 'reach a quota' })
    insertAt(steps, random, { do: 'leave the quota' }, reached + 1)
  }
  if (random.chance(0.25)) insertAt(steps, random, { do: 'evict the database', device: device() })
  if (random.chance(0.25)) {
    // It opens after its leases have run out, with an edit that waits.
    const silent = device()
    const at = insertAt(steps, random, { do: 'go offline', device: silent })
    steps.splice(
      at + 1,
      0,
      { do: 'act', device: silent, seed: random.uuid() },
      { do: 'turn the clock', device: silent, hours: SILENCE_HOURS },
      { do: 'reopen', device: silent },
      { do: 'go online', device: silent },
    )
  }
  return { seed, devices, isOfTeam, steps }
}

/**
 * A history in which a device meets this fault: in those of seeds most faults are repaired before.
 */
export function historyWith(fault: Fault): History {
  const star = (isStarred: boolean): Step => ({ do: 'star', device: 0, isStarred })
  const steps: Step[] = [
    star(true),
    { do: 'meet' },
    { do: 'faults', device: 0, faults: [fault] },
    star(false),
    { do: 'meet the faults', device: 0 },
  ]
  return { seed: 0, devices: 2, isOfTeam: false, steps }
}

/** @param from the first place where the step may be; by default after the devices met. */
function insertAt(
  steps: Step[],
  random: Random,
  step: Step,
  from = 1 + steps.findIndex(({ do: what }) => what === 'meet'),
): number {
  const at = from + random.below(steps.length - from + 1)
  steps.splice(at, 0, step)
  return at
}
