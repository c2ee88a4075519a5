/** A position in PostgreSQL's write-ahead log, in bytes from its beginning. */
export type Lsn = bigint

/**
 * A place in the log of a shape. Those with LSN 0 lie in the snapshot, where `op` counts chunks; the
 * others name a committed change: where its transaction committed and which of its changes it is.
 *
 * They follow from the write-ahead log alone, so that a log written anew after a crash has the same
 * ones. Changes count from 1, so that `{ lsn, op: 0 }` lies before every change that commits there.
 */
export interface Offset {
  lsn: Lsn
  op: number
}

/** @returns nothing for what is no offset */
export function parseOffset(text: string): Offset | undefined {
  const match = /^(\d{1,20})_(\d{1,10})$/.exec(text)
  return match?.[1] && match[2] ? { lsn: BigInt(match[1]), op: Number(match[2]) } : undefined
}

export function formatOffset({ lsn, op }: Offset): string {
  return `${lsn}_${op}`
}

/** Negative where `a` comes first, as `sort` wants it. */
export function compareOffsets(a: Offset, b: Offset): number {
  return a.lsn === b.lsn ? a.op - b.op : a.lsn < b.lsn ? -1 : 1
}

/** @param text as PostgreSQL writes it: `16/B374D848` */
export function parseLsn(text: string): Lsn {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export function formatLsn(lsn: Lsn): string {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase()
}
