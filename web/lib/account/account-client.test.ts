import { expect, it } from 'vitest'
import { fileNameOf } from './account-client.ts'

it('EXPORT-03 takes the name from the answer, in its full form where there is one', () => {
  expect(fileNameOf('attachment; filename="list.csv"')).toBe('list.csv')
  expect(fileNameOf(`attachment; filename="_.csv"; filename*=UTF-8''%C3%89lo%C3%AFse.csv`)).toBe(
    'Éloïse.csv',
  )
  expect(fileNameOf('attachment')).toBeNull()
})
