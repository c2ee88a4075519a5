/** A growing list of 32-bit numbers, four bytes each. */
export class NumberList {
  private numbers = new Uint32Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.numbers.length) {
      const grown = new Uint32Array(this.length * 2)
      grown.set(this.numbers)
      this.numbers = grown
    }
    this.numbers[this.length] = value
    this.length += 1
  }

  /** The numbers, without spare capacity. */
  finish(): Uint32Array<ArrayBuffer> {
    return this.numbers.slice(0, this.length)
  }
}
