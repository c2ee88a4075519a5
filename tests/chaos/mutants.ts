/** One plausible mistake: a text of a file replaced by another. */
export interface Mutant {
  name: string
  file: string
  /** Occurs once in the file. */
  find: string
  replace: string
}

/** Faults in the sync engine that the histories must detect. */
export const MUTANTS: Mutant[] = [
  {
    name: 'a push that comes again is run again',
    file: 'sync/server/executor.ts',
    find: 'if (before) return answerOf(before.result, before.txid)',
    replace: `if (before) {
      if (before.result.status === 'applied') await find(tx)
      return answerOf(before.result, before.txid)
    }`,
  },
  {
    name: 'a fetch is taken to hold later transactions',
    file: 'sync/client/stream/seen-transactions.ts',
    find: 'return isVisibleInSnapshot(wide, ',
    replace: 'return wide > 0n || isVisibleInSnapshot(wide, ',
  },
  {
    name: 'what pending mutations wrote is not undone',
    file: 'sync/client/tables/undo-log.ts',
    find: '  await writeSlots(tx, rows)\n',
    replace: '',
  },
  {
    name: 'a mutation is let go with the first of its shapes',
    file: 'sync/client/outbox/acknowledgement.ts',
    find: 'open.size === 1 && open.has(shape) &&',
    replace: 'open.has(shape) &&',
  },
  {
    name: 'a mutation is let go with its answer',
    file: 'sync/client/outbox/acknowledgement.ts',
    find: 'return open.size === 0\n',
    replace: 'return true\n',
  },
  {
    name: 'an ended session is taken for a rejection',
    file: 'sync/client/outbox/push.ts',
    find: 'if (error instanceof UnreachableError) return',
    replace: `if (error instanceof UnreachableError && /session has ended/.test(error.message)) {
            await options.onResults(
              mutations.map(({ id }) => ({
                id,
                status: 'rejected' as const,
                code: 'authentication_required' as const,
                message: '',
              })),
            )
          }
          if (error instanceof UnreachableError) return`,
  },
  {
    name: 'a push without an answer is not sent again',
    file: 'sync/client/outbox/push.ts',
    find: 'if (error instanceof UnreachableError) return',
    replace: `if (error instanceof UnreachableError) {
            await outbox.replace(mutations.map(({ id }) => id), [])
            return
          }`,
  },
  {
    name: 'a push is sent the wrong way round',
    file: 'sync/client/outbox/outbox.ts',
    find: '.slice(0, max)\n',
    replace: '.slice(0, max)\n      .reverse()\n',
  },
  {
    name: 'a full disk is not told of',
    file: 'sync/client/outbox/mutation-tracker.ts',
    find: 'if (!entry) throw error',
    replace: 'if (!entry) return { id: mutation.id }',
  },
  {
    name: 'what waits is not run again after a start',
    file: 'sync/client/device.ts',
    find: '  await tracker.enqueue(outbox.entries)\n',
    replace: '',
  },
  {
    name: 'a shape that is fetched anew keeps its old rows',
    file: 'sync/client/tables/apply.ts',
    find: 'await tx.query(`delete from ',
    replace: "if (name === 'entitlements') await tx.query(`delete from ",
  },
  {
    name: 'a row that left is kept',
    file: 'sync/client/tables/apply.ts',
    find: '  await removeRows(tx, name, removed)\n',
    replace: '',
  },
  {
    name: 'how far a shape is read is not kept with its rows',
    file: 'sync/client/tables/apply.ts',
    find: 'const next = batch.isRefetch',
    replace: `if (cursor && !batch.isRefetch && batch.changes.size > 2) {
    const next = { ...cursor, ...position }
    await storeCursor(tx, shape, next)
    return next
  }
  const next = batch.isRefetch`,
  },
  {
    name: 'a shape that is fetched anew takes the rows of other owners along',
    file: 'sync/client/tables/apply.ts',
    find: ' = $1`, [ownerId]',
    replace: " = $1 or $1 <> ''`, [ownerId]",
  },
  {
    name: 'owners share the ids of lists',
    file: 'db/schema/synced-tables.ts',
    find: "    row: listRow,\n    key: ['owner_id', 'id'],",
    replace: "    row: listRow,\n    key: ['id'],",
  },
  {
    name: 'calls and notes of a team stay on the server',
    file: 'db/schema/synced-tables.ts',
    find: "    row: activityRow,\n    key: ['owner_id', 'id'],\n    owner: 'owner_id',\n    kinds: BOTH,",
    replace:
      "    row: activityRow,\n    key: ['owner_id', 'id'],\n    owner: 'owner_id',\n    kinds: ACCOUNT,",
  },
  {
    name: 'whom a team must not contact stays on the server',
    file: 'db/schema/synced-tables.ts',
    find: "    row: doNotContactRow,\n    key: ['owner_id', 'candidate_id'],\n    owner: 'owner_id',\n    kinds: BOTH,",
    replace:
      "    row: doNotContactRow,\n    key: ['owner_id', 'candidate_id'],\n    owner: 'owner_id',\n    kinds: ACCOUNT,",
  },
  {
    name: 'a mark is weakened by a later one',
    file: 'sync/contract/do-not-contact-marks.ts',
    find: 'const until = laterDay(before.until, row.until)',
    replace: 'const until = row.until',
  },
  {
    name: 'reports of wrong contacts stay on the server',
    file: 'db/schema/synced-tables.ts',
    find: "key: ['owner_id', 'candidate_id', 'kind', 'value_id'],\n    owner: 'owner_id',\n    kinds: ACCOUNT,",
    replace:
      "key: ['owner_id', 'candidate_id', 'kind', 'value_id'],\n    owner: 'owner_id',\n    kinds: TEAM,",
  },
  {
    name: 'rows of a team stay with whom it removed',
    file: 'sync/client/stream/followed-shapes.ts',
    find: '    await removeRows(teamId)\n',
    replace: '',
  },
  {
    name: 'a database that held rows of a team is not copied',
    file: 'sync/client/tables/remains.ts',
    find: "where not is_emptied limit 1')\n  return rows.length > 0",
    replace: "where not is_emptied limit 1')\n  return rows.length > 1",
  },
]
