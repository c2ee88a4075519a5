/** Lets one at a time through, in the order they came. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()

  /** @returns what passes the turn on; to be called once */
  async acquire(): Promise<() => void> {
    const previous = this.#last
    let release = () => {}
    this.#last = new Promise((resolve) => {
      release = resolve
    })
    await previous
    return release
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }
}
