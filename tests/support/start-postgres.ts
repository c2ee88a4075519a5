import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '#db/client.ts'
import { openEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated template database; tests copy it and never connect to it. */
    templateUrl: string
  }
}

/** One server for the whole run; its folder is deleted afterwards. */
export default async function startPostgres(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'clinidex-test-'))
  // Under root the server runs as another user, who needs access.
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
