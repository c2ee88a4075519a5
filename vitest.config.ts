import { defineConfig } from 'vitest/config'

/** The suffix says what a test needs: `.test.ts` nothing, `.pg.test.ts` a database. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{api,bin,db,sync,web,tests}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.pg.test.ts'],
        },
      },
      {
        test: {
          name: 'postgres',
          include: ['{api,bin,db,sync,tests}/**/*.pg.test.ts'],
          globalSetup: 'tests/support/start-postgres.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
