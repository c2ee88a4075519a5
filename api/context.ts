import { OpenAPIHono } from '@hono/zod-openapi'
import type { Logger } from 'pino'
import type { Sql } from '#db/client.ts'
import { AppError } from '#sync/contract/errors.ts'
import { type Action, type Actor, can, demoFeatureOf } from '#sync/contract/permissions.ts'
import type { Env } from './env.ts'
import type { DraftWriter } from './services/ai/draft-writer.ts'
import type { Auth } from './services/auth/auth.ts'
import type { Revocations } from './services/auth/revocations.ts'
import type { SessionAccount } from './services/auth/session.ts'
import type { SessionMemory } from './services/auth/session-memory.ts'
import type { Billing } from './services/billing/billing.ts'
import type { ReadDirectory } from './services/directory/read-replica.ts'
import type { SearchRecorder } from './services/figures/search-recorder.ts'
import type { Imports } from './services/imports/open-imports.ts'
import type { Mailer } from './services/mail/mailer.ts'
import type { Metrics } from './services/metrics/metrics.ts'
import type { Push } from './services/push/push.ts'
import type { Dictionary } from './services/search/embedded/dictionary.ts'
import type { SearchEngine } from './services/search/engine.ts'
import type { ExcludedPeople } from './services/search/excluded-people.ts'
import type { Directory } from './services/search/understanding/directory.ts'
import type { Understand } from './services/search/understood.ts'
import type { AssetStore } from './services/site/assets/asset-store.ts'
import type { LiveSettings } from './services/site/live-settings.ts'
import type { RunningUpstream } from './services/sync/shape-upstream.ts'

/** The parts of the process; handlers use them as `c.var.parts`. */
export interface Parts {
  env: Env
  log: Logger
  /** Counts the work of the process, for `/metrics`. */
  metrics: Metrics
  sql: Sql
  /**
   * Reads public rows of the directory, on a few connections of its own, from a replica if one is
   * configured.
   */
  readDirectory: ReadDirectory
  auth: Auth
  /** Notifies the open requests of a session when it ends. */
  revocations: Revocations
  /** A short-lived cache of sessions. */
  sessions: SessionMemory
  mailer: Mailer
  /** Sends notices to browsers. */
  push: Push
  /** Keys the hashes in `suppressions`. */
  suppressionKey: Uint8Array
  /** The file that removals are appended to. */
  removalJournal: string
  billing: Billing
  /** Drafts first messages to candidates. */
  drafts: DraftWriter
  /**
   * The engine that serves searches at present.
   * @throws AppError `search_unavailable` when there is none
   */
  search(): SearchEngine
  /** The directory's terms, from the embedded index; undefined while there is no index. */
  dictionary(): Dictionary | undefined
  /** The directory for the understanding of text, from the embedded index; undefined without one. */
  vocabulary(): Directory | undefined
  /**
   * The people of results as JSON, from the embedded index; undefined when it does not hold one of
   * them for certain.
   */
  indexedPeople(ordinals: readonly number[]): Buffer | undefined
  /** Understands a search's text. */
  understand: Understand
  /** The site settings, as administrators set them. */
  site: LiveSettings
  /** Stores the site's images. */
  assets: AssetStore
  /** Imports files of people into the directory. */
  imports: Imports
  /** Counts searches for the operators' figures. */
  searchRecorder: SearchRecorder
  /** The people that an account excludes from its searches. */
  excludedPeople: ExcludedPeople
  /** The source of shapes. */
  shapes: RunningUpstream
  /**
   * Aborted when the process is told to stop: from then on it is not ready, but still serves
   * requests.
   */
  draining: AbortSignal
  /** Aborted after that: requests under way run to their end, and live requests are answered. */
  stopping: AbortSignal
}

/** The values that middleware sets on a request. */
export interface AppEnv {
  Variables: {
    parts: Parts
    requestId: string
    /** The actor of the session. */
    actor: Actor
    /** The signed-in account with its plan; null for a visitor. */
    account: SessionAccount | null
    log: Logger
  }
}

/** A router of one resource; a request that fails its schema is `invalid_input`. */
export function router() {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (result.success) return
      const issues = result.error.issues.map(({ path, message }) => ({
        path: path.join('.'),
        message,
      }))
      const [first] = issues
      throw new AppError('invalid_input', `${first?.path || 'request'}: ${first?.message}`, {
        data: { issues },
      })
    },
  })
}

/**
 * The id of the acting account.
 * @throws AppError `authentication_required` for a visitor
 */
export function accountOf(actor: Pick<Actor, 'id'>): string {
  if (actor.id === null) throw new AppError('authentication_required', 'Please sign in.')
  return actor.id
}

/** @throws AppError that names what this actor lacks for the action */
export function authorize(actor: Actor, action: Action): void {
  if (can(actor, action)) return
  if (actor.role === 'visitor' && can({ ...actor, role: 'free' }, action)) {
    throw new AppError('authentication_required', 'Please sign in.')
  }
  if (actor.role === 'demo' && demoFeatureOf(action)) {
    throw new AppError('demo_restricted', 'This feature is disabled in demo mode')
  }
  if (can({ role: 'subscriber', tier: 'premium', grants: [] }, action)) {
    throw new AppError('subscription_required', 'You need an active subscription.')
  }
  throw new AppError('forbidden', 'You are not authorized to perform this action.')
}
