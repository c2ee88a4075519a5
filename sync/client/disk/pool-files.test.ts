import { expect, it } from 'vitest'
import { PoolFiles } from './pool-files.ts'

const FOLDER = { type: 'directory', lastModified: 1, mode: 0o40700 } as const

function poolFiles(): PoolFiles {
  const files = new PoolFiles('any')
  files.state = { pool: [], root: { ...FOLDER, children: { base: { ...FOLDER, children: {} } } } }
  return files
}

const faultOf = (run: () => unknown) => {
  try {
    run()
  } catch (fault) {
    return fault
  }
  return undefined
}

it('finds what is in the pool', () => {
  expect(poolFiles().lstat('/base')).toMatchObject({ mode: 0o40700, size: 0 })
  expect(poolFiles().lstat('/')).toMatchObject({ mode: 0o40700 })
})

it('tells of a missing file by PostgreSQL’s code, and makes no error for each', () => {
  const files = poolFiles()
  const fault = faultOf(() => files.lstat('/base/1_fsm'))
  expect(fault).toMatchObject({ code: 44 })
  expect(faultOf(() => files.lstat('/other/2'))).toBe(fault)
  // A property of every object is no file.
  expect(faultOf(() => files.lstat('/base/constructor'))).toBe(fault)
})

it('leaves the times of files alone', () => {
  const files = poolFiles()
  files.utimes()
  expect(files.lstat('/base')).toMatchObject({ mtime: 1 })
})
