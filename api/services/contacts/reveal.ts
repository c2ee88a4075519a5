import type { Caller } from '#api/caller.ts'
import { accountOf } from '#api/context.ts'
import type { RevealedPerson } from '#api/contract/contact-reveal.ts'
import { countGrantUse } from '#api/services/accounts/demo-grants.ts'
import { audit } from '#api/services/audit.ts'
import type { Queryable } from '#db/client.ts'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { Actor } from '#sync/contract/permissions.ts'
import { budgetSpent, revealBudget } from './reveal-budget.ts'

/** Who reveals: a demo account uses its grant up. */
interface Revealer extends Caller {
  actor: Actor
}

interface Revealed {
  contacts: RevealedContact[]
  /** Reveals left today. */
  left: number
}

/**
 * Reveals the contacts of one person. Runs in the caller's transaction: no contact is revealed without a
 * trace, and no failed reveal is traced.
 * @throws AppError `not_found`, `budget_spent`, `demo_restricted`.
 */
export async function revealPerson(tx: Queryable, caller: Revealer, id: string): Promise<Revealed> {
  const accountId = accountOf(caller.actor)
  const { isRepeat, left } = await revealBudget(tx, accountId, id)
  const contacts = await contactsOf(tx, id)
  // Nothing new is revealed, so nothing is counted.
  if (isRepeat || contacts.length === 0) return { contacts, left }
  if (left === 0) throw budgetSpent(new Date())
  if (caller.actor.role === 'demo') await countGrantUse(tx, accountId, 'viewContactInfo')
  await tx`
    insert into reveals (owner_id, candidate_id, revealed_at)
    values (${accountId}, ${id}, clock_timestamp())`
  await audit(tx, { ...caller, action: 'reveal', subjectId: id })
  return { contacts, left: left - 1 }
}

/** What ends the reveal of several, and leaves those before it revealed. */
const ENDS: readonly string[] = ['budget_spent', 'demo_restricted']

/**
 * Reveals the contacts of several people, in their order, as far as the budget goes. Who is not in the
 * directory any more is left out.
 * @throws AppError `budget_spent`, `demo_restricted` where it does not even reach the first.
 */
export async function revealPeople(
  tx: Queryable,
  caller: Revealer,
  ids: readonly string[],
): Promise<{ people: RevealedPerson[]; left: number | null }> {
  const people: RevealedPerson[] = []
  let left: number | null = null
  for (const id of ids) {
    try {
      const revealed = await revealPerson(tx, caller, id)
      people.push({ id, contacts: revealed.contacts })
      left = revealed.left
    } catch (error) {
      // Thrown before anything was written: the transaction goes on.
      const { code = '' } = error as { code?: string }
      if (code === 'not_found') continue
      if (!ENDS.includes(code) || people.length === 0) throw error
      break
    }
  }
  return { people, left }
}

/** @throws AppError `not_found` for a person who is not in the directory. */
async function contactsOf(sql: Queryable, id: string): Promise<RevealedContact[]> {
  const contacts = await sql<RevealedContact[]>`
    select k.kind, k.value, k.source, k.value_id,
      to_char(k.verified_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as verified_at,
      to_char(case when k.verified_at is null and k.source = c.source then c.source_updated_at end
        at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as listed_at,
      nullif(k.disputed_at is not null, false) as is_disputed
    from candidate_contacts k join candidates c on c.id = k.candidate_id
    where k.candidate_id = ${id} order by k.kind`
  if (contacts.length === 0) {
    const [found] = await sql`select 1 from candidates where id = ${id}`
    if (!found) throw new AppError('not_found', 'Healthcare Worker Not Found')
  }
  return contacts.map(withoutNothing)
}

/** Leaves out what is said only of some contacts. */
function withoutNothing({ listed_at, is_disputed, ...contact }: RevealedContact): RevealedContact {
  return { ...contact, ...(listed_at && { listed_at }), ...(is_disputed && { is_disputed }) }
}
