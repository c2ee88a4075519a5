import { connect } from '#db/client.ts'
import { type BuildJob, type BuildMessage, buildSnapshot } from './build-snapshot.ts'

const report = (message: BuildMessage) => process.send?.(message)

// The parent is gone: the snapshot has no receiver.
process.on('disconnect', () => process.exit(1))

process.once('message', ({ databaseUrl, path }: BuildJob) => {
  const sql = connect(databaseUrl, { max: 1 })
  buildSnapshot(sql, path, (done, total) => report({ done, total }))
    .then(() => report({ isBuilt: true }))
    .catch((error: unknown) => report({ error: String(error) }))
    .then(() => sql.end())
    .then(() => process.disconnect?.())
    .catch(() => process.exit(1))
})
