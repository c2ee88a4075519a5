/** One fault, as somebody might make it: a text of a file in place of another. */
export interface Mutant {
  name: string
  file: string
  /** Stands in the file once. */
  find: string
  replace: string
}

/** Faults that the histories must show. */
export const MUTANTS: Mutant[] = [
  {
    name: 'the answer to a repeated push is not repeated',
    file: 'sync/server/executor.ts',
    find: 'if (before) return before.result',
    replace: 'if (before && id === ownerId) return before.result',
  },
]
