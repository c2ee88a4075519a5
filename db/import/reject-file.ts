import { accessSync, closeSync, constants, openSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Collects rows that could not be imported, as CSV; the file is created with the first row. */
export class RejectFile {
  count = 0
  /** The reason of the first row. */
  first: string | undefined
  private file: number | undefined

  /** @throws when its folder cannot be written, before the import reads for hours */
  constructor(readonly path: string) {
    try {
      accessSync(dirname(path), constants.W_OK)
      // A file of an earlier run would be taken for the result of this one.
      rmSync(path, { force: true })
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException
      throw new Error(`Rejected rows cannot be written to ${path} (${code}).`, { cause })
    }
  }

  /** @throws when the file cannot be written */
  add(line: number, reason: string): void {
    this.count++
    this.first ??= reason
    if (this.file === undefined) {
      this.file = openSync(this.path, 'w')
      writeSync(this.file, 'line,reason\n')
    }
    writeSync(this.file, `${line},"${reason.replaceAll('"', '""')}"\n`)
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file)
    this.file = undefined
  }
}
