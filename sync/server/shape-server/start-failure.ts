/** Errors of PostgreSQL with a remedy. */
const REMEDIES: Record<string, string> = {
  // Insufficient privilege.
  '42501': 'The role may not replicate. Give it the right: ALTER ROLE … REPLICATION.',
  // Configuration limit exceeded.
  '53400': 'All replication slots are in use. Raise max_replication_slots, or drop an unused slot.',
  // Object not in prerequisite state.
  '55000': 'Logical replication is off. Set wal_level = logical and restart PostgreSQL.',
  '28P01': 'The password is wrong.',
  '3D000': 'There is no such database.',
  ECONNREFUSED: 'PostgreSQL does not answer at that address.',
  ENOTFOUND: 'There is no such host.',
}

/** Adds the remedy to an error, where one is known. */
export function explainStartFailure(error: unknown): Error {
  const { code, message } = error as { code?: string; message?: string }
  const remedy = code === undefined ? undefined : REMEDIES[code]
  if (!remedy) return error instanceof Error ? error : new Error(String(error))
  return new Error(`Shapes cannot be served: ${remedy} (${message || code})`, { cause: error })
}
