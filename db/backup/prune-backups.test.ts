import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FORMAT, MANIFEST } from './manifest.ts'
import { backupName, pruneBackups, removeStaleParts } from './prune-backups.ts'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'clinidex-backups-'))
})
afterEach(() => rm(parent, { recursive: true }))

const WHOLE = JSON.stringify({
  ...{ format: FORMAT, at: '2026-03-01T00:00:00Z', migrations: [], tables: [] },
  ...{ sequences: {}, assets: [], keys: {} },
})

/** Creates a folder in `parent`, with a manifest of this text. */
async function folder(name: string, manifest?: string): Promise<string> {
  const path = join(parent, name)
  await mkdir(join(path, 'tables'), { recursive: true })
  if (manifest !== undefined) await writeFile(join(path, MANIFEST), manifest)
  return path
}

const night = (day: number) => backupName(new Date(Date.UTC(2026, 2, day, 3, 15)))
const left = async () => (await readdir(parent)).sort()

it('keeps as many backups as it is told to, the one just made among them, and tells the others', async () => {
  for (const day of [4, 1, 3, 2]) await folder(night(day), WHOLE)
  expect(await pruneBackups(join(parent, night(4)), 2)).toEqual([night(2), night(1)])
  expect(await left()).toEqual([night(3), night(4)])
  expect(await pruneBackups(join(parent, night(4)), 2)).toEqual([])
})

it('keeps the one just made, whatever its name', async () => {
  const mine = await folder('before the move', WHOLE)
  for (const day of [1, 2]) await folder(night(day), WHOLE)
  await pruneBackups(mine, 2)
  expect(await left()).toEqual([night(2), 'before the move'])
  // The clock of the machine was set back.
  await pruneBackups(await folder(night(1), WHOLE), 1)
  expect(await left()).toEqual([night(1), 'before the move'])
})

it('neither counts nor removes what is not a whole backup named by its time', async () => {
  const others = [
    await folder('monthly', WHOLE),
    await folder(`${night(1)} copy`, WHOLE),
    await folder(`${night(1)}.part`, WHOLE),
    await folder(night(2)),
    await folder(night(3), '{'),
    await folder(night(4), JSON.stringify({ ...JSON.parse(WHOLE), format: FORMAT + 1 })),
  ]
  await symlink(others[0] ?? '', join(parent, night(5)))
  const before = await left()
  for (const day of [6, 7]) await folder(night(day), WHOLE)
  await pruneBackups(join(parent, night(7)), 1)
  expect(await left()).toEqual([...before, night(7)].sort())
})

it('removes unfinished backups once they are a day old', async () => {
  for (const name of [night(1), night(2), night(3), 'mine']) await folder(`${name}.part`)
  await folder(night(1), WHOLE)
  await removeStaleParts(parent, new Date(Date.UTC(2026, 2, 3, 3, 15)))
  expect(await left()).toEqual([night(1), `${night(2)}.part`, `${night(3)}.part`, 'mine.part'])
  await removeStaleParts(join(parent, 'none'), new Date())
})
