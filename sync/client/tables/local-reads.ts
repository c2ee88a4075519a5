import type { Device } from '#sync/client/device.ts'
import { AppError } from '#sync/contract/errors.ts'
import { type QueryArgs, type QueryName, type QueryRowOf, queryOf } from '#sync/contract/queries.ts'
import { type Database, isDamage } from './database.ts'

/**
 * Runs named queries on the device's tables.
 * @param onDamage called when the database is damaged; while no changes arrive, only reads detect that.
 */
export function localReads(database: Database, onDamage: () => void): Device['query'] {
  return async function read<N extends QueryName>(name: N, given: QueryArgs<N>) {
    const { args, sql, params } = queryOf(name)
    const checked = args.safeParse(given)
    if (!checked.success) throw new AppError('invalid_input', 'This cannot be asked.')
    try {
      return (await database.query<QueryRowOf<N>>(sql, params(checked.data))).rows
    } catch (fault) {
      if (isDamage(fault)) onDamage()
      throw fault
    }
  }
}
