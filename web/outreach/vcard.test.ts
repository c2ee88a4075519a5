import { expect, it } from 'vitest'
import { vcard } from './vcard.ts'

it('a contact is written with its marks escaped, so that no value begins another', () => {
  expect(vcard('Ana; "A"\nTEL:1, Jr', '(555) 010-2000')).toBe(
    'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ana\\; "A"\\nTEL:1\\, Jr\r\nTEL;TYPE=voice:(555) 010-2000\r\nEND:VCARD\r\n',
  )
})
