import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { iconModules } from './web/icon-modules.ts'

/** Devices and a server in processes of their own take both processors: it runs alone. */
const HISTORIES = 'tests/chaos/histories.pg.test.ts'

const unitTests = ['api', 'bin', 'db', 'sync', 'web', 'tests']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /(?<!\.pg|\.pglite)\.test\.tsx?$/.test(file))

/** Unit tests that replace modules or globals: what they load is theirs alone. */
const replacing = unitTests.filter((file) =>
  /\bvi\.(mock|doMock|resetModules|stubGlobal|stubEnv)\(/.test(readFileSync(file, 'utf8')),
)

/**
 * The suffix says what a test needs: `.test.ts` nothing, `.pglite.test.ts` the database of a device,
 * `.pg.test.ts` that of the server. Before it, `.slow` is what a change is rarely at fault for and
 * takes many seconds to show: whole starts, kills, damaged disks, every route with bad input.
 */
export default defineConfig({
  plugins: [iconModules()],
  test: {
    // Most of them wait for a database or another process; one less than there are processors, which
    // is the default, leaves two processors idle half of the time.
    maxWorkers: 3,
    // What does not happen fails; what happens slowly, because others have the processors, does not.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // The official client tells of each answer that a test makes wrong on purpose.
    onConsoleLog: (log) => !log.includes('[Electric]'),
    projects: [
      {
        extends: true,
        test: {
          name: 'histories',
          include: [HISTORIES],
          globalSetup: 'tests/support/start-postgres.ts',
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          // Loading its modules for each file took as long as all the tests.
          isolate: false,
          include: unitTests.filter((file) => !replacing.includes(file)),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'unit alone',
          // A context of V8 for each file: a process for each takes three times as long.
          pool: 'vmThreads',
          include: replacing,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          // Each has a database of its own; loading the server for each took a fifth of the work.
          isolate: false,
          include: ['{api,bin,db,sync,tests}/**/*.{pg,pglite}.test.ts'],
          exclude: [
            HISTORIES,
            ...(process.env.TEST_QUICK ? ['**/*.slow.{pg,pglite}.test.ts'] : []),
          ],
          globalSetup: 'tests/support/start-postgres.ts',
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
