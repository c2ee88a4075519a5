/** A request that cannot be served as it stands: answered with 400 and these words. */
export class RequestError extends Error {
  /** @param field the parameter that is at fault */
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message)
  }
}
