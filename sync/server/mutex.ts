/** Lets one caller in at a time, in order of arrival. */
export class Mutex {
  private last: Promise<void> = Promise.resolve()

  /** @returns a function that releases the mutex; to be called once */
  async acquire(): Promise<() => void> {
    const previous = this.last
    let release = () => {}
    this.last = new Promise((resolve) => {
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
