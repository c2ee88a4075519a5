/** The low 32 bits of a transaction id in decimal text: enough to distinguish versions. */
export function xidLow(xid: string): number {
  return Number(BigInt.asUintN(32, BigInt(xid)))
}
