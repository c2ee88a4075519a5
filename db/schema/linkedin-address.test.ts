import { expect, it } from 'vitest'
import { linkedInAddress } from './linkedin-address.ts'

it.each([
  ['linkedin.com/in/x', 'https://linkedin.com/in/x'],
  [' https://www.linkedin.com/in/ada ', 'https://www.linkedin.com/in/ada'],
  ['http://linkedin.com/in/x', 'http://linkedin.com/in/x'],
  ['', ''],
  ['  ', ''],
  ['not an address', null],
  ['ada', null],
  ['javascript:alert(1)', null],
  ['ftp://linkedin.com/in/x', null],
  ['https://', null],
])('RESUME-07 RESUME-08 reads %j as %j', (text, address) => {
  expect(linkedInAddress(text)).toBe(address)
})
