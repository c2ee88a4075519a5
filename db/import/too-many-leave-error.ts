import { UnreadableFileError } from './unreadable-file-error.ts'

/** A report takes out so many that it is more likely the wrong file; it works when insisted on. */
export class TooManyLeaveError extends UnreadableFileError {
  constructor(leaving: number, people: number) {
    const [some, all] = [leaving, people].map((count) => count.toLocaleString('en'))
    super(`It would take ${some} of ${all} people out of the directory.`)
  }
}
