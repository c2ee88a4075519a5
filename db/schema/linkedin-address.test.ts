import { expect, it } from 'vitest'
import { linkedInAddress } from './linkedin-address.ts'

it.each([
  ['linkedin.com/in/x', 'https://linkedin.com/in/x'],
  [' https://www.linkedin.com/in/ada ', 'https://www.linkedin.com/in/ada'],
  ['http://linkedin.com/in/x', 'https://linkedin.com/in/x'],
  ['HTTPS://CA.LinkedIn.com/pub/Ada-Moss/1/2/3', 'https://ca.linkedin.com/pub/Ada-Moss/1/2/3'],
  ['https://www.linkedin.com/in/ada?trk=people#about', 'https://www.linkedin.com/in/ada'],
  ['https://linkedin.com/in/josé', 'https://linkedin.com/in/jos%C3%A9'],
  ['', ''],
  ['  ', ''],
])('RESUME-07 RESUME-08 reads %j as %j', (text, address) => {
  expect(linkedInAddress(text)).toBe(address)
})

it.each([
  'not an address',
  'ada',
  'javascript:alert(1)',
  'javascript://linkedin.com/in/%0aalert(1)',
  'ftp://linkedin.com/in/x',
  'https://',
  'https://evil.example/in/x',
  'https://linkedin.com.evil.example/in/x',
  'https://evil-linkedin.com/in/x',
  'https://linkedin.com@evil.example/in/x',
  'https://evil.example\\@linkedin.com/in/x',
  'https://ada:secret@linkedin.com/in/x',
  'https://linkedin.com:8443/in/x',
  '//evil.example/linkedin.com/in/x',
  'https://linkedin.com',
  'https://linkedin.com/in/',
  'https://linkedin.com/company/clinic',
  'https://linkedin.com/redir/redirect?url=https://evil.example',
  'https://linkedin.com/in/../redir?url=x',
  'https://linkedin.com/in/%2e%2e/redir',
])('RESUME-07 takes %j for no address of a person at LinkedIn', (text) => {
  expect(linkedInAddress(text)).toBeNull()
})
