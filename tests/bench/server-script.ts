import { readEnv } from '../../api/env.ts'
import { startServer } from '../../api/server.ts'

const tell = (news: object) => process.send?.(news)

const server = await startServer(readEnv(process.env), {
  onStep: () => undefined,
  onProgress: (done, total) => tell({ done, total }),
})
tell({ url: server.url })

process.once('SIGTERM', () => {
  server.close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
// Whoever measures is gone: nobody needs this server.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
