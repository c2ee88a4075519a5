/**
 * The 64-bit transaction id with these low 32 bits that is nearest to another: ids in use lie within
 * 2^31 of each other.
 */
export const widenTransactionId = (low: number, near: bigint): bigint =>
  near + BigInt.asIntN(32, BigInt(low) - near)
