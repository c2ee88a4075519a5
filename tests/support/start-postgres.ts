import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '#db/client.ts'
import { openEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that tests copy; nobody connects to it. */
    templateUrl: string
  }
}

/** One server for the whole run, on a folder that goes with it. */
export default async function startPostgres(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'clinidex-test-'))
  // As root the server runs as another user, who must get in.
  await chmod(folder, 0o755)
  const server = await openEmbedded(folder)
  const sql = connect(server.url, { max: 2 })
  await migrate(sql)
  await sql.end()
  project.provide('templateUrl', server.url)
  return async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}
