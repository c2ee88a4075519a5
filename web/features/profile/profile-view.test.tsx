import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { Candidate } from '#api/contract/candidates.ts'
import { ProfileView } from './profile-view.tsx'

vi.mock('./contact-button.tsx', () => ({
  ContactButton: ({ channel }: { channel: string }) => <button type="button">{channel}</button>,
}))
vi.mock('./export-profile.tsx', () => ({ ExportProfile: () => null }))
vi.mock('./favorite-star.tsx', () => ({ FavoriteStar: () => <b>star</b> }))

const NOBODY_KNOWN = { id: 'p1', skills: [], education: null, connections: null, contacts: [] }

/** The text of a profile, a line per element. */
function shown(person: Partial<Candidate>): string[] {
  const html = renderToStaticMarkup(
    <ProfileView person={{ ...NOBODY_KNOWN, ...person } as Candidate} />,
  )
  return html
    .split(/<[^>]+>/)
    .map((text) => text.replaceAll('&amp;', '&').replaceAll('&lt;', '<'))
    .filter((text) => text.trim() !== '')
}

it('PROFILE-02 PROFILE-05 a profile has the header, and each fact in its section', () => {
  const lines = shown({
    first_name: 'Zenobia',
    middle_name: 'Quill',
    last_name: 'Vale',
    credential: 'MD',
    title: 'Attending Cardiologist',
    title_level: 'Senior',
    job_function: 'Patient care',
    specialty: 'Cardiology',
    organization: 'Larkspur Heart Institute',
    company_industry: 'Hospitals',
    company_size: '500 to 999',
    company_revenue: '$50M to <$100M',
    company_domain: 'larkspur.example',
    company_start_date: '1987-05',
    npi: '1234567893',
    gender: 'F',
    connections: 1204,
    city: 'Amarillo',
    state: 'TX',
    office_city: 'Canyon',
    office_state: 'TX',
    office_zip: '79015',
    country: 'United States',
    education: [{ school: 'Larkspur College', degree: 'MD', year: 1999 }],
    skills: ['Echocardiography', 'null', 'Cardiac MRI'],
  })
  expect(lines).toEqual([
    ...['ZV', 'Zenobia Quill Vale', ' MD', 'Attending Cardiologist · Senior', 'Cardiology', 'star'],
    ...['email', 'phone', 'Add to list', 'LinkedIn', 'not available'],
    'Professional Details',
    ...['Function', 'Patient care'],
    ...['Organization', 'Larkspur Heart Institute'],
    ...['Industry', 'Hospitals'],
    ...['Company size', '500 to 999'],
    ...['Revenue', '$50M to <$100M'],
    ...['Website', 'larkspur.example'],
    ...['Company since', 'May 1987'],
    ...['NPI', '1234567893'],
    ...['Gender', 'Female'],
    ...['Connections', '1,204'],
    'Location Information',
    ...['Location', 'Amarillo, TX'],
    ...['Office', 'Canyon, TX 79015'],
    ...['Country', 'United States'],
    'Education',
    ...['Larkspur College', 'MD, 1999'],
    'Skills & Expertise',
    ...['Echocardiography', 'Cardiac MRI'],
  ])
})

it('PROFILE-02 PROFILE-05 of a person of whom nothing is known it says only that no skills are', () => {
  expect(shown({})).toEqual([
    ...['?', 'Unknown Professional', 'star'],
    ...['email', 'phone', 'Add to list', 'LinkedIn', 'not available'],
    ...['Skills & Expertise', 'No skills specified'],
  ])
})

it('PROFILE-04 LinkedIn opens in a new tab, and an e-mail is offered where an address is known', () => {
  const person = {
    ...NOBODY_KNOWN,
    linkedin_url: 'https://www.linkedin.com/in/zenobia',
    contacts: [{ kind: 'work_email', source: 'nppes', verified_at: null }],
  }
  const html = renderToStaticMarkup(<ProfileView person={person as unknown as Candidate} />)
  expect(html).toContain(
    '<a href="https://www.linkedin.com/in/zenobia" target="_blank" rel="noopener noreferrer"',
  )
  expect(html).not.toContain('not available')
  expect(html).toMatch(/aria-keyshortcuts="E"[^>]*>.*Send email<\/button>/)
})
