import type { Caller } from '#api/caller.ts'
import { accountOf } from '#api/context.ts'
import type { RevealedPerson } from '#api/contract/contact-reveal.ts'
import { countGrantUse } from '#api/services/accounts/demo-grants.ts'
import { audit } from '#api/services/audit.ts'
import { countForTeam } from '#api/services/teams/team-contacts.ts'
import type { Queryable } from '#db/client.ts'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { Actor } from '#sync/contract/permissions.ts'
import { budgetSpent, revealBudget, teamDay } from './reveal-budget.ts'

/** The caller of a reveal; a demo account uses up its grant. */
interface Revealer extends Caller {
  actor: Actor
}

interface Revealed {
  contacts: RevealedContact[]
  /** The reveals left today. */
  left: number
}

/**
 * Reveals the contacts of one person, as `revealPeople` does.
 * @throws AppError `not_found`, `budget_spent`, `demo_restricted`.
 */
export async function revealPerson(tx: Queryable, caller: Revealer, id: string): Promise<Revealed> {
  const { people, left } = await revealPeople(tx, caller, [id])
  const [person] = people
  if (!person) throw new AppError('not_found', 'Healthcare Worker Not Found')
  return { contacts: person.contacts, left }
}

/**
 * Reveals the contacts of several people, in their order, within the budget. People no longer in
 * the directory are omitted. It runs in the caller's transaction: no contact is revealed without an
 * audit entry, and a failed reveal leaves none.
 * @throws AppError `budget_spent`, `demo_restricted` when it does not suffice for the first
 *   person.
 */
export async function revealPeople(
  tx: Queryable,
  caller: Revealer,
  ids: readonly string[],
): Promise<{ people: RevealedPerson[]; left: number }> {
  const accountId = accountOf(caller.actor)
  const budget = await revealBudget(tx, { accountId, teamId: caller.actor.team }, ids)
  const contacts = await contactsOf(tx, ids)
  const people: RevealedPerson[] = []
  const revealed = new Set<string>()
  for (const id of ids) {
    const found = contacts.get(id)
    if (!found) continue
    // A person without contacts reveals nothing, so nothing is counted.
    const isFree = found.length === 0 || budget.repeated.has(id) || revealed.has(id)
    if (!isFree) {
      const refusal = await refusalOf(tx, caller, budget.left - revealed.size)
      if (refusal && people.length === 0) throw refusal
      if (refusal) break
      revealed.add(id)
    }
    people.push({ id, contacts: found })
  }
  await trace(tx, caller, [...revealed])
  return { people, left: budget.left - revealed.size }
}

/**
 * The reason why no further person is revealed: the budget is spent, or the grant of a demo
 * account, of which this counts a use.
 * @param left reveals left today
 */
async function refusalOf(
  tx: Queryable,
  { actor }: Revealer,
  left: number,
): Promise<AppError | undefined> {
  if (left === 0) return budgetSpent(new Date())
  if (actor.role !== 'demo') return undefined
  try {
    await countGrantUse(tx, accountOf(actor), 'viewContactInfo')
    return undefined
  } catch (error) {
    // The error was thrown before anything was written, so the transaction can continue.
    if (error instanceof AppError) return error
    throw error
  }
}

async function trace(tx: Queryable, caller: Revealer, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const { team } = caller.actor
  if (team) await countForTeam(tx, teamDay(team), ids.length)
  // The statements are sent together, and PostgreSQL runs them in order.
  await Promise.all([
    tx`
      insert into reveals (owner_id, candidate_id, revealed_at)
      select ${accountOf(caller.actor)}, id, clock_timestamp() from unnest(${ids}::uuid[]) id`,
    ...ids.map((id) => audit(tx, { ...caller, action: 'reveal', subjectId: id })),
  ])
}

/** The contacts of each of these people in the directory, by the id as it is given. */
async function contactsOf(
  sql: Queryable,
  ids: readonly string[],
): Promise<Map<string, RevealedContact[]>> {
  const rows = await sql<(RevealedContact & { id: string })[]>`
    select given.id, k.kind, k.value, k.source, k.value_id,
      to_char(k.verified_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as verified_at,
      to_char(case when k.verified_at is null and k.source = c.source then c.source_updated_at end
        at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as listed_at,
      nullif(k.disputed_at is not null, false) as is_disputed
    from (select distinct id from unnest(${ids as string[]}::text[]) id) given
    join candidates c on c.id = given.id::uuid
    left join candidate_contacts k on k.candidate_id = c.id
    order by k.kind`
  const found = new Map<string, RevealedContact[]>()
  for (const { id, ...contact } of rows) {
    const contacts = found.get(id) ?? []
    // A person without contacts has one row, without a kind.
    if (contact.kind !== null) contacts.push(withoutNothing(contact))
    found.set(id, contacts)
  }
  return found
}

/** Omits the keys that apply to some contacts only. */
function withoutNothing({ listed_at, is_disputed, ...contact }: RevealedContact): RevealedContact {
  return { ...contact, ...(listed_at && { listed_at }), ...(is_disputed && { is_disputed }) }
}
