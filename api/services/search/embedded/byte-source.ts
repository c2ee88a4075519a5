/** Bytes on disk, read on demand. All sources of one snapshot are closed together. */
export interface ByteSource {
  readonly byteLength: number
  /**
   * The bytes from .. to (exclusive), aligned to four bytes in memory.
   * @param into where they are written; by default, memory of the current step
   */
  read(from: number, to: number, into?: Uint8Array): Uint8Array
  close(): Promise<void>
}

/** Bytes on disk that can be erased. */
export interface ErasableBytes extends ByteSource {
  /** Overwrites the bytes from .. to (exclusive) with zeros. */
  erase(from: number, to: number): void
}

/** An array: in memory when just built, possibly on disk when loaded. */
export type Stored<A extends Uint8Array | Uint32Array> = A | ByteSource

/** Its bytes from .. to (exclusive). */
export function bytesAt(
  stored: Stored<Uint8Array | Uint32Array>,
  from: number,
  to: number,
): Uint8Array {
  if (!ArrayBuffer.isView(stored)) return stored.read(from, to)
  return new Uint8Array(stored.buffer, stored.byteOffset + from, to - from)
}

/** Its numbers from .. to (exclusive). */
export function numbersAt(stored: Stored<Uint32Array>, from: number, to: number): Uint32Array {
  if (ArrayBuffer.isView(stored)) return stored.subarray(from, to)
  const { buffer, byteOffset } = stored.read(from * 4, to * 4)
  return new Uint32Array(buffer, byteOffset, to - from)
}

export const numberAt = (stored: Stored<Uint32Array>, index: number): number =>
  (ArrayBuffer.isView(stored) ? stored[index] : numbersAt(stored, index, index + 1)[0]) ?? 0
