import type { Queryable } from '#db/client.ts'

/** A checksum of an index that both it and PostgreSQL compute cheaply. */
export interface Checksum {
  people: number
  /** Sum of ordinals. */
  ordinals: bigint
  /** Sum of the low 32 bits of each person's last transaction id. */
  xids: bigint
}

/** The checksum that a correct index has at this moment. Reads the whole table. */
export async function databaseChecksum(tx: Queryable): Promise<Checksum> {
  const [row] = await tx<{ people: string; ordinals: string; xids: string }[]>`
    select count(*) as people, coalesce(sum(ordinal), 0) as ordinals,
      coalesce(sum(changed_xid::text::bigint & 4294967295), 0) as xids
    from candidates`
  return {
    people: Number(row?.people ?? 0),
    ordinals: BigInt(row?.ordinals ?? 0),
    xids: BigInt(row?.xids ?? 0),
  }
}

export function isSameChecksum(a: Checksum, b: Checksum): boolean {
  return a.people === b.people && a.ordinals === b.ordinals && a.xids === b.xids
}
