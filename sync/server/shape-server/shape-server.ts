import type { Logger } from 'pino'

export interface ShapeServerOptions {
  /** A database with `wal_level=logical`, and a role that may replicate and owns the tables served. */
  databaseUrl: string
  /** Folder of its own for snapshots and logs; made if missing, safe to delete while nothing runs. */
  dir: string
  log: Logger
  /** Whether `DELETE /v1/shape` drops a shape; for development and tests. */
  isDeleteAllowed?: boolean
}

/** Electric's HTTP shape API over one database, in this process. */
export interface ShapeServer {
  /** Answers `/v1/shape` and `/v1/health` as Electric would; the path before `/v1` does not matter. */
  fetch(request: Request): Promise<Response>
  /** Ends live requests and the stream; what clients hold stays good for the next start. */
  close(): Promise<void>
}

/**
 * Opens the shape server. One process serves a database at a time; opened in another, it answers 503
 * until the first is gone, and then takes over.
 * @throws in words for the person who starts it: no logical WAL, no right to replicate.
 */
export async function openShapeServer(options: ShapeServerOptions): Promise<ShapeServer> {
  throw new Error(`No shapes of ${options.dir} yet.`)
}
