import { UnreadableFileError } from './unreadable-file-error.ts'

/** A report would remove so many people that it is probably the wrong file; `isForced` overrides. */
export class TooManyRemovalsError extends UnreadableFileError {
  constructor(leaving: number, people: number) {
    const [some, all] = [leaving, people].map((count) => count.toLocaleString('en'))
    super(`It would take ${some} of ${all} people out of the directory.`)
  }
}
