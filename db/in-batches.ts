/** Rows changed per transaction, which replication sends as a whole. */
const BATCH = 1000

/**
 * Repeats a statement that changes at most `limit` rows until none are left.
 * @returns how many there were
 */
export async function inBatches(
  changeSome: (limit: number) => PromiseLike<{ count: number }>,
): Promise<number> {
  let changed = 0
  for (;;) {
    const { count } = await changeSome(BATCH)
    changed += count
    if (count < BATCH) return changed
  }
}
