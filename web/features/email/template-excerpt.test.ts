import { expect, it } from 'vitest'
import { templateExcerpt } from './template-excerpt.ts'

it('EMAIL-24 a body is excerpted to 150 characters, with an ellipsis when longer', () => {
  expect(templateExcerpt('x'.repeat(150))).toBe('x'.repeat(150))
  expect(templateExcerpt('x'.repeat(151))).toBe(`${'x'.repeat(150)}…`)
  expect(templateExcerpt(' Hello,\n\nI have  a role. ')).toBe('Hello, I have a role.')
  expect(templateExcerpt('🩺'.repeat(151))).toBe(`${'🩺'.repeat(150)}…`)
})
