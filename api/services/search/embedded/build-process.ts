import { connect } from '#db/client.ts'
import { type BuildNews, type BuildOrder, buildSnapshot } from './build-snapshot.ts'

const tell = (news: BuildNews) => process.send?.(news)

// The parent is gone: nobody waits for this snapshot.
process.on('disconnect', () => process.exit(1))

process.once('message', ({ databaseUrl, path }: BuildOrder) => {
  const sql = connect(databaseUrl, { max: 1 })
  buildSnapshot(sql, path, (done, total) => tell({ done, total }))
    .then(() => tell({ isBuilt: true }))
    .catch((error: unknown) => tell({ error: String(error) }))
    .then(() => sql.end())
    .then(() => process.disconnect?.())
    .catch(() => process.exit(1))
})
