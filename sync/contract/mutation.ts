import { z } from 'zod'
import type { ListRow } from '#db/schema/lists.ts'
import { ownerId } from '#db/schema/owners.ts'
import { AppError } from './errors.ts'
import type { Action } from './permissions.ts'
import type { MutationTx } from './rows.ts'
import type { TeamAction } from './team-permissions.ts'

/** A named change of an owner's rows: see `mutations.ts`. */
export interface Mutation<A extends z.ZodType> {
  args: A
  /** The action the account must be permitted. */
  action: Action
  /**
   * The action that the role in a team must allow. Without it, the mutation is for an account's own rows
   * only.
   */
  inTeam?: TeamAction
  /**
   * The new owner of the rows: a team whose lists the member may write, or null for the account itself.
   */
  movesTo?(args: z.output<A>): string | null
  /** The teams whose rows it copies or moves to another owner. */
  takesFrom?(args: z.output<A>): string[]
  /** A further action that these args require. */
  alsoAction?(args: z.output<A>): Action | undefined
  /** The row it creates, as `table:key`: later mutations may depend on it. */
  creates?(args: z.output<A>): string
  /** The row it is about, as `table:key`. */
  about?(args: z.output<A>): string
  /** @throws AppError when the rows do not allow it: `gone`, `changed_elsewhere`. */
  run(tx: MutationTx, args: z.output<A>): Promise<void>
}

/** Infers a mutation's args from their schema. */
export const define = <A extends z.ZodType>(mutation: Mutation<A>) => mutation

/** The id of a row or a person. */
export const id = z.uuid().toLowerCase()
/** The team whose row it is; absent for the account's own. */
export const owner = ownerId.optional()

/** @throws AppError `moved`, with the team that has the list. */
export function assertNotMoved({ moved_to }: ListRow): void {
  if (moved_to === null) return
  throw new AppError('moved', 'This list was moved to a team.', { data: { to: moved_to } })
}

export function gone(what: string): AppError {
  return new AppError('gone', `This ${what} is gone.`)
}

/**
 * Whether a text must be written.
 * @throws AppError as `assertUnchanged`, unless the row has the text already.
 */
export function mustWrite(
  current: string | null,
  seen: string | null,
  next: string | null,
  row?: { updated_by: string | null },
): boolean {
  if (current === next) return false
  assertUnchanged(current, seen, row)
  return true
}

/**
 * Asserts that the present text is the one that its author saw.
 * @throws AppError `changed_elsewhere`, with the present text and who wrote the row last.
 */
export function assertUnchanged(
  current: string | null,
  seen: string | null,
  row?: { updated_by: string | null },
): void {
  if (current === seen) return
  throw new AppError('changed_elsewhere', 'This was changed on another device meanwhile.', {
    data: { current, ...(row?.updated_by ? { by: row.updated_by } : {}) },
  })
}
