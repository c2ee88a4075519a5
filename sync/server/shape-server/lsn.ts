/** A position in PostgreSQL's write-ahead log, in bytes from its beginning. */
export type Lsn = bigint

/** @param text as PostgreSQL writes it: `16/B374D848` */
export function parseLsn(text: string): Lsn {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export function formatLsn(lsn: Lsn): string {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase()
}
