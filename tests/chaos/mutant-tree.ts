import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './mutants.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The folders that the histories need. */
const SOURCES = ['api', 'bin', 'db', 'dist', 'sync', 'tests', 'package.json', 'tsconfig.json']

/**
 * The source of a mutant's file with its fault.
 * @throws unless the text to replace occurs exactly once.
 */
export async function faultySource({ name, file, find, replace }: Mutant): Promise<string> {
  const source = await readFile(join(ROOT, file), 'utf8')
  const places = source.split(find).length - 1
  if (places !== 1) throw new Error(`"${name}": its place is ${places} times in ${file}.`)
  return source.replace(find, () => replace)
}

/** A copy of the project with one fault. */
export async function plant(mutant: Mutant): Promise<{ dir: string; remove(): Promise<void> }> {
  const source = await faultySource(mutant)
  const dir = await mkdtemp(join(tmpdir(), 'clinidex-mutant-'))
  for (const name of SOURCES) await cp(join(ROOT, name), join(dir, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(dir, 'node_modules'))
  await writeFile(join(dir, mutant.file), source)
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) }
}
