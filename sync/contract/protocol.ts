/*
 * What browser and server agree on, without the schemas of `wire.ts`, which a service worker has no room for.
 */

/** Raised when old builds can no longer be served; the server then answers `client_too_old`. */
export const CONTRACT_VERSION = 4

/** Mutations per push: a full one runs well within a second. */
export const PUSH_MAX = 100
