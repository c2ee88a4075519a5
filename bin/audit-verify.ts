import { parseArgs } from 'node:util'
import { readEnv } from '#api/env.ts'
import { type AuditFault, verifyAudit } from '#db/audit-chain.ts'
import { openDatabase } from '#db/open.ts'
import { command } from './command.ts'

const USAGE = `npm run audit:verify [-- --head POSITION:HASH]

Verifies the audit log from its first row and finds the first row that was changed, removed or moved.
Prints its head: keep it, and pass it with --head later to find out whether rows were removed at the end.`

const WORDS: Record<AuditFault['kind'], string> = {
  changed: 'was changed, or stands where another one stood',
  removed: 'was removed',
  unchained: 'is not in the chain',
  head_lost: 'is not the one that was noted: rows were cut off the end, or all were written anew',
}

/** `npm run audit:verify`: exit code 0 when the log is intact, else 1. */
export const run = command(verify)

async function verify(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { head: { type: 'string' } } })
  const env = readEnv(process.env)
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR })
  try {
    const { rows, head, fault } = await verifyAudit(database.sql, readHead(values.head))
    if (fault) {
      const where = [
        ...(fault.position === null ? [] : [`link ${fault.position}`]),
        ...(fault.auditId === null ? [] : [`row ${fault.auditId}`]),
      ]
      console.log(`The audit log is NOT whole: ${where.join(', ')} ${WORDS[fault.kind]}.`)
      process.exitCode = 1
    } else {
      console.log(`The audit log is whole: ${rows.toLocaleString('en')} rows.`)
      if (head) console.log(`Its head: ${head.position}:${head.hash}`)
    }
  } finally {
    await database.close()
  }
}

/** @throws when the text is not a head as this command prints it */
function readHead(text: string | undefined) {
  if (text === undefined) return undefined
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!position || !hash) throw new Error(`"${text}" is not a head.\n\n${USAGE}`)
  return { position: Number(position), hash }
}
