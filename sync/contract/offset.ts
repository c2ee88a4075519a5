/**
 * A place in the log of a shape. Those with LSN 0 lie in the snapshot, where `op` counts chunks; the
 * others name a committed change: where its transaction committed and which of its changes it is,
 * counted from 0 by twos, for a change may be told in two messages.
 *
 * Offsets follow from the write-ahead log alone, so that a log written anew after a crash has the
 * same ones.
 */
export interface Offset {
  /** A position in PostgreSQL's write-ahead log, in bytes from its beginning. */
  lsn: bigint
  op: number
}

/**
 * After the whole snapshot and before every change: the offset of a client that has read the
 * snapshot.
 */
export const SNAPSHOT_END: Offset = { lsn: 0n, op: Number.POSITIVE_INFINITY }

/** @returns nothing for an invalid offset */
export function parseOffset(text: string): Offset | undefined {
  const [, lsn, op] = /^(\d{1,20})_(\d{1,10}|inf)$/.exec(text) ?? []
  if (lsn === undefined || op === undefined) return undefined
  return { lsn: BigInt(lsn), op: op === 'inf' ? Number.POSITIVE_INFINITY : Number(op) }
}

export function formatOffset({ lsn, op }: Offset): string {
  return `${lsn}_${op === Number.POSITIVE_INFINITY ? 'inf' : op}`
}

/** Negative where `a` comes first, as `sort` wants it. */
export function compareOffsets(a: Offset, b: Offset): number {
  if (a.lsn !== b.lsn) return a.lsn < b.lsn ? -1 : 1
  return a.op === b.op ? 0 : a.op < b.op ? -1 : 1
}
