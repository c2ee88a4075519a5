/**
 * All errors. Each leaves the server as `{ error: { code, message, data? } }` with the status of its
 * code; the browser turns codes into words in `web/lib/error-messages.ts`.
 */
const STATUS = {
  invalid_input: 400,
  /** The new password is among the most guessed. */
  weak_password: 400,
  authentication_required: 401,
  /** The replica belongs to another user than the session. */
  other_user: 401,
  /** A payment failed, and nothing was changed; `data.url` is where it can be made, if known. */
  payment_due: 402,
  subscription_required: 403,
  demo_restricted: 403,
  forbidden: 403,
  /** The account is not a member of the team; whether the team exists is not revealed. */
  not_a_member: 403,
  /** The team's plan has ended: its rows can be read, but not changed until it is paid again. */
  team_lapsed: 403,
  /** The invitation was mailed to another address than this account's. */
  other_address: 403,
  /**
   * The call cannot be undone: it is repeated after the password or passkey was asked for again.
   */
  confirmation_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  /** The row that a mutation is about was deleted meanwhile, here or elsewhere. */
  gone: 409,
  /** A text was edited on top of a version that another device replaced meanwhile. */
  changed_elsewhere: 409,
  /** The list now belongs to a team; `data.to` says which. */
  moved: 409,
  /** The member to whom a mutation assigns people has left the team meanwhile. */
  member_left: 409,
  /** Another member of the team was assigned first; `data.by` says who. */
  taken: 409,
  /** The server no longer supports this build's contract: it must update. */
  client_too_old: 409,
  /** The chunk of an upload is not the next one; `data.offset` says where to continue. */
  wrong_offset: 409,
  /** Another import runs, or this one is not in a state for the call. */
  import_busy: 409,
  /** The account owns as many rows of a kind as it may. */
  quota_reached: 409,
  /** The team has members for all of its seats, or viewers for all that they allow. */
  seats_taken: 409,
  /** The invited person is already in the team. */
  already_member: 409,
  /** A team must keep an owner: it must be handed over or closed first. */
  last_owner: 409,
  too_large: 413,
  rate_limited: 429,
  /** The reveals of the day are used up. */
  budget_spent: 429,
  internal_error: 500,
  /** The billing service refused or is down. */
  billing_unavailable: 502,
  /** The AI service refused, is down, or answered nonsense; the message says which. */
  ai_failed: 502,
  /** No AI service is configured. */
  ai_not_configured: 503,
  /**
   * The server is starting, stopping, or has lost its database. It is temporary, and no reason to sign
   * anybody out.
   */
  unavailable: 503,
  /** A statement exceeded its time limit. */
  query_timed_out: 503,
  /** No search index is ready. */
  search_unavailable: 503,
  /** Mail cannot be sent, which the call requires. */
  mail_unavailable: 503,
  /** The shape server is down or starting. */
  sync_unavailable: 503,
} as const

/** The codes of all errors, of the API and of a device. */
export type ErrorCode = keyof typeof STATUS
/** The HTTP statuses that errors answer with. */
export type ErrorStatus = (typeof STATUS)[ErrorCode]

/** An error on the wire. `data` is code-specific and never personal. */
export interface WireError {
  error: { code: ErrorCode; message: string; data?: unknown }
}

/** A failure that the caller may know of: screens act on the code, some show the message. */
export class AppError extends Error {
  readonly status: ErrorStatus
  readonly data: unknown

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: { data?: unknown; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.status = STATUS[code]
    this.data = options.data
  }

  /** The form sent to the browser. */
  toWire(): WireError {
    const { code, message, data } = this
    return { error: data === undefined ? { code, message } : { code, message, data } }
  }
}
