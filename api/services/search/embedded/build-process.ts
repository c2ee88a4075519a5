import { rmSync } from 'node:fs'
import { connect } from '#db/client.ts'
import { type BuildJob, type BuildMessage, buildSnapshot } from './build-snapshot.ts'
import { unfinished } from './snapshot.ts'

const report = (message: BuildMessage) => process.send?.(message)

process.once('message', ({ databaseUrl, path }: BuildJob) => {
  const end = () => {
    // It has people in clear.
    rmSync(unfinished(path), { force: true })
    process.exit(1)
  }
  process.on('SIGTERM', end)
  // Ctrl-C reaches every process of the terminal.
  process.on('SIGINT', end)
  // The parent is gone: the snapshot has no receiver.
  process.on('disconnect', end)
  const sql = connect(databaseUrl, { max: 1 })
  buildSnapshot(sql, path, (done, total) => report({ done, total }))
    .then(() => report({ isBuilt: true }))
    .catch((error: unknown) => report({ error: String(error) }))
    .then(() => sql.end())
    .then(() => process.disconnect?.())
    .catch(() => process.exit(1))
})
