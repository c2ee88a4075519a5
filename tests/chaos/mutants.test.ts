import { expect, it } from 'vitest'
import { faultySource } from './mutant-tree.ts'
import { MUTANTS } from './mutants.ts'

it.each(MUTANTS)('there is a place for the fault "$name"', async (mutant) => {
  expect(await faultySource(mutant)).toContain(mutant.replace)
})
