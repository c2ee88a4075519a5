import { defineConfig } from 'playwright/test'
import { SUBSCRIBER_STATE } from './tests/e2e/accounts.ts'
import { chromiumOptions } from './tests/e2e/chromium-options.ts'

const port = process.env.E2E_PORT ?? '3210'
const baseURL = `http://127.0.0.1:${port}`

// It is noon where the browsers are: at midnight what is a day's, a call block, ends within a test.
const west = new Date().getUTCHours() - 12
process.env.TZ ??= `Etc/GMT${west < 0 ? '' : '+'}${west}`

/** Real Chromium against the real application over a small directory of its own. */
export default defineConfig({
  testDir: 'tests/e2e',
  // `npm run test:long` runs those of a file, or with a tag, of that name.
  ...(process.env.TEST_QUICK ? { grepInvert: /\.slow\.|@slow/ } : {}),
  outputDir: 'test-results',
  forbidOnly: true,
  retries: 0,
  // Most of them wait most of the time. A database that the environment names is one for all: where each
  // worker starts a server on it, their billing stand-ins take each other's customers away.
  workers: process.env.DATABASE_URL ? 1 : 3,
  fullyParallel: true,
  // Two cores run the server, the browsers and all they do, and may be a third as fast as those of the
  // day before: slow is not wrong. These are far beyond what anything takes.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL,
    // Each browser would fetch the whole app ahead once more; tests of that allow it.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    // Drawing what moves is a fifteenth of the work; tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromiumOptions({ hasPrivateFiles: false }),
  },
  projects: [
    { name: 'sign in', testMatch: '*.setup.ts' },
    {
      name: 'browser',
      testMatch: '*.spec.ts',
      dependencies: ['sign in'],
      use: { storageState: SUBSCRIBER_STATE },
    },
  ],
  webServer: {
    command: 'node --import tsx tests/support/e2e-server.ts',
    url: `${baseURL}/readyz`,
    timeout: 240_000,
    // Links in mails lead to the same host, or the browser has other cookies there.
    env: { PORT: port, PUBLIC_URL: baseURL, TRUSTED_PROXIES: '127.0.0.1' },
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
