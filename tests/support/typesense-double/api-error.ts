/** A refusal in Typesense's form: `{ "message": … }` with a status. */
export class ApiError extends Error {
  constructor(
    readonly status: 400 | 401 | 404 | 409 | 422,
    message: string,
  ) {
    super(message)
  }
}
