import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'

/** The headless build draws no window and takes a third less CPU time. */
const HEADLESS = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const PLAYWRIGHT = fileURLToPath(new URL('../node_modules/playwright/cli.js', import.meta.url))

/**
 * The path of a Chromium for tests: CHROMIUM_PATH, the system's headless one, Playwright's own, or
 * the system's; it is installed when there is none.\n@throws with what to install by hand, when
 * that fails too
 */
export function findOrInstallChromium(): string {
  const found = findChromium()
  if (found) return found
  console.log('Installing a browser for the tests …')
  for (const [file, args] of installers()) {
    try {
      execFileSync(file, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    } catch {
      // The next way is tried; when none is left, the error below follows.
      continue
    }
    const installed = findChromium()
    if (installed) return installed
  }
  throw new Error(
    'The browser tests need Chromium and could not install it. Install it by one of\n' +
      '  npx playwright install --with-deps chromium\n' +
      '  apt-get install chromium\n' +
      'or set CHROMIUM_PATH to one you have.',
  )
}

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const inFolders = (name: string) => folders.map((folder) => join(folder, name))
  return [
    process.env.CHROMIUM_PATH ?? '',
    ...inFolders(HEADLESS),
    chromium.executablePath(),
    ...NAMES.flatMap(inFolders),
    MAC,
  ].find((path) => path !== '' && existsSync(path))
}

function installers(): [string, string[]][] {
  const isRoot = process.getuid?.() === 0
  const playwright: [string, string[]] = [
    process.execPath,
    [PLAYWRIGHT, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'],
  ]
  if (!isRoot) return [playwright]
  const get = 'apt-get install -y -qq --no-install-recommends'
  const apt = `apt-get update -qq && (${get} ${HEADLESS} || ${get} chromium)`
  return [playwright, ['sh', ['-c', apt]]]
}
