import type { ByteSource } from './byte-source.ts'
import { currentStep, type KeptArea, keptArea, memory } from './scratch.ts'

/** The sets of open indexes, in slots of the area. */
interface Slots {
  area: KeptArea
  /** Slot of each kept set and the step that used it last; the least recently used first. */
  used: Map<number, { slot: number; step: number }>
  /** Slots that hold no set; the last one is filled next. */
  free: number[]
}

let slots = slotsOf(keptArea())
let sources = 0
/** An index has fewer sets than this. */
const SETS_MAX = 2 ** 32

/**
 * A cache of the large sets that searches read last: reading a set with one bit per person takes as
 * long as a whole search with few hits. Smaller sets are read again, which takes no longer than
 * looking them up. All indexes share one area, so the sets of a replaced index are evicted by those
 * of its successor.
 */
export class KeptSets {
  private readonly firstKey = SETS_MAX * sources++

  /** @param smallest size in bytes: smaller sets are not cached */
  constructor(
    private readonly source: ByteSource,
    private readonly smallest: number,
  ) {}

  /** The bytes from .. to (exclusive) of the source, which are one set of this index. */
  read(index: number, from: number, to: number): Uint8Array {
    const step = currentStep()
    // Outside a step, nothing tells how long a set is in use.
    if (step === undefined || to - from < this.smallest) return this.source.read(from, to)
    if (slots.area !== keptArea()) slots = slotsOf(keptArea())
    const { area, used, free } = slots
    const key = this.firstKey + index
    const known = used.get(key)
    const slot = known?.slot ?? freeSlot(step)
    if (slot === undefined) return this.source.read(from, to)
    const start = area.start + slot * area.slotBytes
    const bytes = new Uint8Array(memory.buffer, start, to - from)
    // The slot is recorded after the read: a read that fails leaves it free.
    if (!known) {
      this.source.read(from, to, bytes)
      new Uint8Array(memory.buffer, start, area.slotBytes).fill(0, to - from)
      free.pop()
    }
    used.delete(key)
    used.set(key, { slot, step })
    return bytes
  }
}

function slotsOf(area: KeptArea): Slots {
  return { area, used: new Map(), free: Array.from({ length: area.count }, (_, slot) => slot) }
}

/** A slot to overwrite; undefined when the current step uses all of them. */
function freeSlot(step: number): number | undefined {
  const { used, free } = slots
  if (free.length === 0) {
    const [oldest] = used
    if (!oldest || oldest[1].step === step) return undefined
    used.delete(oldest[0])
    free.push(oldest[1].slot)
  }
  return free.at(-1)
}
