/** An error in Stripe's own form. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: 400 | 401 | 404,
    message: string,
    readonly details: { code?: string; param?: string; type?: 'idempotency_error' } = {},
  ) {
    super(message)
  }

  toWire() {
    return { error: { type: 'invalid_request_error', message: this.message, ...this.details } }
  }
}

/** @throws StripeRefusal when there is no such object. */
export function found<T>(object: T | undefined, kind: string, id: string, param = 'id'): T {
  if (object) return object
  throw new StripeRefusal(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param })
}
