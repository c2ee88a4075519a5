/** Deterministic random numbers (sfc32): the same seed gives the same sequence everywhere. */
export class Random {
  private a = 0
  private b = 0
  private c = 0
  private counter = 1

  constructor(seed: number | string) {
    const [a, b, c] = hash(String(seed))
    this.a = a
    this.b = b
    this.c = c
    for (let i = 0; i < 12; i++) this.bits()
  }

  /** An unsigned number of 32 random bits. */
  bits(): number {
    const sum = (this.a + this.b + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum
    return sum >>> 0
  }

  /** A number in [0, 1). */
  next(): number {
    return this.bits() / 4_294_967_296
  }

  /** An integer in [0, below). */
  below(below: number): number {
    return Math.floor(this.next() * below)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }

  /** A version 4 UUID. */
  uuid(): string {
    const hex = (bits: number) => bits.toString(16).padStart(8, '0')
    const [a, b, c, d] = [hex(this.bits()), hex(this.bits()), hex(this.bits()), hex(this.bits())]
    const variant = '89ab'[Number.parseInt(c.charAt(0), 16) & 3]
    return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`
  }
}

/** Derives three 32-bit numbers from a text (cyrb128, shortened). */
function hash(text: string): [number, number, number] {
  let [a, b, c] = [1_779_033_703, 3_144_134_277, 1_013_904_242]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = b ^ Math.imul(a ^ code, 597_399_067)
    b = c ^ Math.imul(b ^ code, 2_869_860_233)
    c = a ^ Math.imul(c ^ code, 951_274_213)
  }
  return [a | 0, b | 0, c | 0]
}
