/** A request that cannot be served as it stands: answered with 400 and these words. */
export class RequestError extends Error {
  /** @param field the parameter that is at fault; `subset.where` is one of a subset */
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message)
  }

  /** The body of the answer: what is wrong with each parameter. */
  get errors(): object {
    return this.field
      .split('.')
      .reduceRight<object>((inner, name) => ({ [name]: inner }), [this.message])
  }
}

/**
 * A clause is at fault where it fails on a value (class 22), as by dividing by zero, and where it takes
 * too long (57014, query canceled). A lost connection, for one, is not its fault.
 * @returns a RequestError where the clause is at fault, else the error
 */
export function asClauseError(error: Error & { code?: string }, field: string): Error {
  return /^(22|57014)/.test(error.code ?? '') ? new RequestError(field, error.message) : error
}

/** An error at a place of a clause. @param at characters before it */
export function locatedError(field: string, at: unknown, message: string): RequestError {
  return new RequestError(field, `At location ${Number(at ?? 0)}: ${message}`)
}
