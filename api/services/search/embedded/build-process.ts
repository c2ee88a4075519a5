import { rmSync } from 'node:fs'
import { connect } from '#db/client.ts'
import { type BuildJob, type BuildMessage, buildSnapshot } from './build-snapshot.ts'
import { unfinished } from './snapshot.ts'

const report = (message: BuildMessage) => process.send?.(message)

process.once('message', ({ databaseUrl, path }: BuildJob) => {
  const end = () => {
    // An unfinished snapshot contains people's data in clear.
    rmSync(unfinished(path), { force: true })
    process.exit(1)
  }
  process.on('SIGTERM', end)
  // Ctrl-C sends SIGINT to every process of the terminal.
  process.on('SIGINT', end)
  // The parent process has ended, so nothing would use the snapshot.
  process.on('disconnect', end)
  const sql = connect(databaseUrl, { max: 1 })
  buildSnapshot(sql, path, (done, total) => report({ done, total }))
    .then(() => report({ isBuilt: true }))
    .catch((error: unknown) => report({ error: String(error) }))
    .then(() => sql.end())
    .then(() => process.disconnect?.())
    .catch(() => process.exit(1))
})
