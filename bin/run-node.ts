import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort } from '#db/free-port.ts'
import { findOrInstallChromium } from './browser.ts'
import { temporaryFolder } from './temporary-folder.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs one of the project's tools in a child process.
 * @returns its exit code
 */
export function runNode(args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'test', TMPDIR: temporaryFolder(), ...env },
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Runs all browser tests, or the named ones, against their own server. */
export async function runPlaywright(
  args: string[],
  env: Record<string, string> = {},
): Promise<number> {
  return runNode(['node_modules/playwright/cli.js', 'test', ...args], {
    CHROMIUM_PATH: findOrInstallChromium(),
    E2E_PORT: String(await freePort()),
    ...env,
  })
}
