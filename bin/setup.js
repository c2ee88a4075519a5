#!/usr/bin/env node
// Makes a checkout ready and runs a command of bin/ in it: `node bin/setup.js start`.
// Plain JavaScript without a dependency, because it runs before there is any. Installs packages when
// the lock file or a patch changed, builds the browser app when its sources changed, and does nothing
// otherwise. The command runs in this same process, so that Ctrl-C and its exit code are its own.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
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
import { showStep } from './terminal-step.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const NODE_FLOOR = [20, 19]
const BUILD_SOURCES = [
  'web',
  'sync',
  'db/schema',
  'api/contract',
  'vite.config.ts',
  'package-lock.json',
]
const isTest = (command) => /^test(-|$)/.test(command)
const needsBuild = (command) => command === 'start' || command === 'bench' || isTest(command)
const needsTools = (command) => command === 'check' || command === 'bench' || isTest(command)

/** A fingerprint of files by path, size and time; it reads no file, so it takes no time. */
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

/** Runs a program quietly; its output is shown only when it fails. */
function run(file, args, env = process.env) {
  return new Promise((resolve) => {
    execFile(file, args, { cwd: root, env, maxBuffer: Infinity }, (error, stdout, stderr) => {
      if (!error) return resolve()
      process.stderr.write(`\n${stdout}${stderr}\n`)
      fail(`"${[file, ...args].join(' ')}" failed; what it said stands above.`)
    })
  })
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/**
 * Whether the checkout is ours to change: in a container image it is complete, and belongs to
 * another user.
 */
function isOurs() {
  try {
    accessSync(root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [floorMajor, floorMinor] = NODE_FLOOR
  if (major < floorMajor || (major === floorMajor && minor < floorMinor)) {
    fail(`Node ${NODE_FLOOR.join('.')} or newer is needed; this is ${process.versions.node}.`)
  }
}

/**
 * Installs packages. `npm start` needs those that build and run the app; tests and checks need
 * their tools too. Installed tools are kept.
 */
async function installPackages(isForTools) {
  const isWithTools = isForTools || existsSync(join(root, 'node_modules/@biomejs/biome'))
  const stampFile = join(root, 'node_modules/.setup-stamp')
  const lockText = readFileSync(join(root, 'package-lock.json'))
  const lock = createHash('sha256')
    .update(lockText)
    .update(fingerprint(['db/patches']))
  const stamps = { app: `${lock.copy().digest('hex')} app`, all: `${lock.digest('hex')} all` }
  if (isFresh(stampFile, stamps.all) || (!isWithTools && isFresh(stampFile, stamps.app))) return
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', isWithTools ? '--include=dev' : '--omit=dev']
  const wanted = Object.entries(JSON.parse(lockText).packages).flatMap(
    ([path, { dev, optional }]) =>
      path === '' || optional || (dev && !isWithTools) ? [] : [join(root, path, 'package.json')],
  )
  await showStep(
    'Installing packages',
    () => (npm ? run(process.execPath, [npm, ...args]) : run('npm', args)),
    () => `${wanted.filter((path) => existsSync(path)).length} of ${wanted.length}`,
  )
  writeFileSync(stampFile, isWithTools ? stamps.all : stamps.app)
}

async function buildApp() {
  const stampFile = join(root, 'dist/.build-stamp')
  const stamp = fingerprint(BUILD_SOURCES)
  if (isFresh(stampFile, stamp)) return
  // Open tabs still run the previous build and request its chunks.
  const previous = join(root, 'dist/previous')
  if (existsSync(join(root, 'dist/web/assets'))) {
    rmSync(previous, { recursive: true, force: true })
    renameSync(join(root, 'dist/web'), previous)
  }
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const builds = [
    [vite, 'build'],
    [vite, 'build', '--ssr', 'prerender.tsx'],
    [join(root, 'bin/prerender.js')],
  ]
  // Browsers get the production build of React, whatever NODE_ENV the server has.
  const env = { ...process.env, NODE_ENV: 'production' }
  let built = 0
  await showStep(
    'Building the browser app',
    async () => {
      for (const args of builds) {
        await run(process.execPath, args, env)
        built += 1
      }
    },
    () => `${built} of ${builds.length}`,
  )
  // The fingerprint is taken again: the build writes the route tree, which is one of its sources.
  writeFileSync(stampFile, fingerprint(BUILD_SOURCES))
}

const [command = 'start', ...argv] = process.argv.slice(2)
checkNode()
if (isOurs()) {
  await installPackages(needsTools(command))
  if (needsBuild(command)) await buildApp()
}
const { register } = await import('tsx/esm/api')
register()
const { run: runCommand } = await import(`./${command}.ts`)
await runCommand(argv)
