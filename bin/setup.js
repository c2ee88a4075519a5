#!/usr/bin/env node
// Makes a checkout ready and runs a command of bin/ in it: `node bin/setup.js start`.
// Plain JavaScript without a dependency, because it runs before there is any. Installs packages when
// the lock file or a patch changed, builds the browser app when its sources changed, and does nothing
// otherwise. The command runs in this same process, so that Ctrl-C and its exit code are its own.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const NODE_FLOOR = [20, 19]
const BUILD_SOURCES = ['web', 'sync', 'db/schema', 'vite.config.ts', 'package-lock.json']
const NEEDS_BUILD = ['start', 'test', 'test-browser', 'test-soak', 'test-mutants', 'bench']
const NEEDS_TOOLS = ['test', 'test-real', 'test-browser', 'test-soak', 'test-mutants', 'bench']

/** Fingerprint of files by path, size and time: no file is read, so it is instant. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    const stat = statSync(join(root, path))
    if (stat.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) add(join(path, name))
    } else {
      hash.update(`${path}:${stat.size}:${stat.mtimeMs}\n`)
    }
  }
  paths.forEach(add)
  return hash.digest('hex')
}

function isFresh(stampFile, stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
}

function run(file, args) {
  try {
    execFileSync(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}\n`)
    fail(`"${[file, ...args].join(' ')}" failed; what it said stands above.`)
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [floorMajor, floorMinor] = NODE_FLOOR
  if (major < floorMajor || (major === floorMajor && minor < floorMinor)) {
    fail(`Node ${NODE_FLOOR.join('.')} or newer is needed; this is ${process.versions.node}.`)
  }
}

/** `npm start` needs what builds and runs the app; tests and checks need their tools too. */
function installPackages(isWithTools) {
  const stampFile = join(root, 'node_modules/.setup-stamp')
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(fingerprint(['db/patches']))
  const stamps = { app: `${lock.copy().digest('hex')} app`, all: `${lock.digest('hex')} all` }
  if (isFresh(stampFile, stamps.all) || (!isWithTools && isFresh(stampFile, stamps.app))) return
  process.stdout.write('Installing packages …\n')
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', isWithTools ? '--include=dev' : '--omit=dev']
  if (npm) run(process.execPath, [npm, ...args])
  else run('npm', args)
  writeFileSync(stampFile, isWithTools ? stamps.all : stamps.app)
}

function buildApp() {
  const stampFile = join(root, 'dist/.build-stamp')
  const stamp = fingerprint(BUILD_SOURCES)
  if (isFresh(stampFile, stamp)) return
  process.stdout.write('Building the browser app …\n')
  // Open tabs still run the build before this one and ask for its chunks.
  const previous = join(root, 'dist/previous')
  if (existsSync(join(root, 'dist/web/assets'))) {
    rmSync(previous, { recursive: true, force: true })
    renameSync(join(root, 'dist/web'), previous)
  }
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  run(process.execPath, [vite, 'build'])
  run(process.execPath, [vite, 'build', '--ssr', 'prerender.tsx'])
  run(process.execPath, [join(root, 'bin/prerender.js')])
  // Taken again: the build writes the route tree, which is one of its sources.
  writeFileSync(stampFile, fingerprint(BUILD_SOURCES))
}

const [command = 'start', ...argv] = process.argv.slice(2)
checkNode()
installPackages(NEEDS_TOOLS.includes(command))
if (NEEDS_BUILD.includes(command)) buildApp()
const { register } = await import('tsx/esm/api')
register()
const { run: runCommand } = await import(`./${command}.ts`)
await runCommand(argv)
