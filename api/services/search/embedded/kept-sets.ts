import type { ByteSource } from './byte-source.ts'
import { currentStep } from './scratch.ts'

/** How many sets are kept: of 1.5 million people 24 MB, and three in four of the bytes read. */
const SLOTS = 128

/**
 * The large sets that searches read last, in memory: a set with a bit per person is read in the time
 * in which a search of few hits is answered. Smaller ones are read again, which takes no longer than
 * looking them up.
 */
export class KeptSets {
  /** Slot of each kept set and the step that used it last; the least recently used first. */
  private readonly kept = new Map<number, { slot: number; step: number }>()
  /** Slots that hold no set; the last one is filled next. */
  private readonly free = Array.from({ length: SLOTS }, (_, slot) => slot)
  private readonly memory: ArrayBuffer
  private readonly smallest: number

  /** @param slotBytes the size of the largest set */
  constructor(
    private readonly source: ByteSource,
    private readonly slotBytes: number,
  ) {
    // Slots that were never filled cost no memory.
    this.memory = new ArrayBuffer(slotBytes * SLOTS)
    this.smallest = slotBytes / 2
  }

  /** The bytes from .. to (exclusive) of the source, which are the set of this index. */
  read(index: number, from: number, to: number): Uint8Array {
    const step = currentStep()
    // Outside of a step nothing tells how long a set is in use.
    if (step === undefined || to - from < this.smallest) return this.source.read(from, to)
    const known = this.kept.get(index)
    const slot = known?.slot ?? this.freeSlot(step)
    if (slot === undefined) return this.source.read(from, to)
    const bytes = new Uint8Array(this.memory, slot * this.slotBytes, to - from)
    // Noted once it is read: a failed read leaves no set, and its slot free.
    if (!known) {
      this.source.read(from, to, bytes)
      this.free.pop()
    }
    this.kept.delete(index)
    this.kept.set(index, { slot, step })
    return bytes
  }

  /** A slot to overwrite; undefined when the present step uses all of them. */
  private freeSlot(step: number): number | undefined {
    if (this.free.length === 0) {
      const [oldest] = this.kept
      if (!oldest || oldest[1].step === step) return undefined
      this.kept.delete(oldest[0])
      this.free.push(oldest[1].slot)
    }
    return this.free.at(-1)
  }
}
