// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import {
  CLOSED_TEAM_KEPT_DAYS,
  CONTACT_MESSAGE_KEPT_DAYS,
  REJECTED_RESUME_KEPT_DAYS,
} from '#db/schema/retention.ts'
import { AboutPage } from './about-page.tsx'
import { AudienceStrip } from './audience-strip.tsx'
import { CompliancePage } from './compliance-page.tsx'
import { Faq } from './faq.tsx'
import { FeatureBlocks } from './feature-blocks.tsx'
import { Figures } from './figures.tsx'
import { GuaranteePage } from './guarantee-page.tsx'
import { Hero } from './hero.tsx'
import { PrivacyPage } from './privacy-page.tsx'
import { SampleContact } from './sample-contact.tsx'
import { SAMPLE_PEOPLE } from './sample-people.ts'
import { SearchPreview } from './search-preview.tsx'
import { SpecialtiesPage } from './specialties-page.tsx'
import { TermsPage } from './terms-page.tsx'

const { navigate } = vi.hoisted(() => ({ navigate: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search, children }: { to: string; search?: object; children: ReactNode }) => (
    <a href={search ? `${to}?${new URLSearchParams({ ...search })}` : to}>{children}</a>
  ),
  useNavigate: () => navigate,
}))

afterEach(cleanup)

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

it('HOME-01 the hero leads to the sign-up, the prices and the guarantee', () => {
  render(<Hero />)
  expect(hrefOf('Get Started')).toBe('/signup')
  expect(hrefOf('See pricing')).toBe('/pricing')
  expect(hrefOf('30-day money back guarantee')).toBe('/money-back-guarantee')
})

it('HOME-01 the hero’s box starts a search for what was typed, or an empty one', () => {
  render(<Hero />)
  const box = screen.getByRole('searchbox', { name: 'Search professionals' })
  fireEvent.change(box, { target: { value: '  icu nurse ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  expect(navigate).toHaveBeenLastCalledWith({ to: '/search', search: { query: 'icu nurse' } })
  fireEvent.change(box, { target: { value: ' ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  expect(navigate).toHaveBeenLastCalledWith({ to: '/search', search: {} })
})

it('HOME-02 the strip of audiences stops on request, and goes on', () => {
  const { container } = render(<AudienceStrip />)
  const isPaused = () => container.querySelector('.audience-track.is-paused') !== null
  expect(isPaused()).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Stop the strip' }))
  expect(isPaused()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Let the strip move' }))
  expect(isPaused()).toBe(false)
})

it('HOME-03 each figure says what it counts', () => {
  const { container } = render(<Figures />)
  const figures = [...container.querySelectorAll('dl > div')].map((figure) => [
    figure.querySelector('dd')?.textContent,
    figure.querySelector('dt')?.textContent,
  ])
  expect(figures).toEqual([
    ['1.5M+', 'professionals with direct contact info'],
    ['500+', 'organizations recruit with it'],
    ['4.96/5', 'rating by the people who use it'],
    ['Monthly', 'contacts verified'],
  ])
})

it('HOME-05 a sample e-mail that cannot be copied is said', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
  const { toastStore } = await import('#web/ui/toast-store.ts')
  render(<SampleContact />)
  fireEvent.click(screen.getByRole('button', { name: 'Reveal Email' }))
  fireEvent.click(screen.getByRole('button', { name: 'Copy email' }))
  await vi.waitFor(() =>
    expect(toastStore.current).toMatchObject({
      title: 'The email could not be copied',
      description: 'o.fennimore@larkmoor.example',
      tone: 'danger',
    }),
  )
})

it('HOME-06 the features are unlimited, and said so twice', () => {
  render(
    <>
      <FeatureBlocks />
      <Faq />
    </>,
  )
  screen.getByRole('heading', { name: 'Unlimited search and export' })
  fireEvent.click(screen.getByRole('button', { name: 'Can I take results with me?' }))
  screen.getByText(
    'Yes. Select people and export them as CSV, Excel or PDF. Exports are unlimited within a subscription.',
  )
})

it('HOME-10 the preview counts its people, who are at addresses that nobody can have', () => {
  render(<SearchPreview />)
  screen.getByText('4 people')
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows).toEqual(
    SAMPLE_PEOPLE.map(
      ({ initials, name, title, organization, specialty, location, email }) =>
        `${initials}${name}${title}, ${organization}${specialty}${location}${email}`,
    ),
  )
  expect(rows).toHaveLength(4)
  for (const { email } of SAMPLE_PEOPLE) expect(email).toMatch(/@[a-z-]+\.example$/)
})

it('PAGES-01 the about page leads to the sign-up and the prices', () => {
  render(<AboutPage />)
  expect(hrefOf('Get Started')).toBe('/signup')
  expect(hrefOf('See pricing')).toBe('/pricing')
})

it.each([
  ['PAGES-02', TermsPage, 'Terms of Service'],
  ['PAGES-03', PrivacyPage, 'Privacy Policy'],
  ['PAGES-04', CompliancePage, 'Data Compliance'],
])('%s the page says what it is, and of when', (_, Page, title) => {
  render(<Page />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
  screen.getByText('Last updated May 13, 2025')
})

it('PAGES-02 the law of California governs the terms', () => {
  const { container } = render(<TermsPage />)
  expect(container.textContent).toContain(
    'These terms are governed by the laws of the State of California',
  )
})

it('PAGES-05 the privacy policy promises replies within 30 days', () => {
  const { container } = render(<PrivacyPage />)
  expect(container.textContent).toContain('We reply to every data request within 30 days.')
  expect(container.textContent).toContain('The services are not for children under 13')
})

it('the privacy policy says how long is kept what is deleted after a while', () => {
  const { container } = render(<PrivacyPage />)
  for (const period of [
    `What a team owned is deleted ${CLOSED_TEAM_KEPT_DAYS} days after it was closed`,
    `a rejected resume ${REJECTED_RESUME_KEPT_DAYS} days after the decision`,
    `a message to us ${CONTACT_MESSAGE_KEPT_DAYS} days after it came`,
  ])
    expect(container.textContent).toContain(period)
})

it('PAGES-06 the guarantee is for the first purchase of an annual plan, and leads to the prices', () => {
  const { container } = render(<GuaranteePage />)
  const terms = [...container.querySelectorAll('li, section > div > p')].map(
    (term) => term.textContent,
  )
  expect(terms).toContain('The Annual plan only, within 30 days of the initial purchase.')
  expect(terms).toContain('Renewals are excluded. The guarantee can be used once per customer.')
  expect(hrefOf('See pricing')).toBe('/pricing')
})

it('PAGES-14 PAGES-15 every letter leads to its group, and every specialty to its search', () => {
  const { container } = render(<SpecialtiesPage />)
  const letters = within(screen.getByRole('navigation', { name: 'Letters' })).getAllByRole('link')
  expect(letters.length).toBeGreaterThan(10)
  for (const link of letters) {
    const href = link.getAttribute('href')
    expect(href).toBe(`#letter-${link.textContent}`)
    const group = container.querySelector(String(href))
    expect(group?.querySelector('h2')?.textContent).toBe(link.textContent)
    for (const entry of group?.querySelectorAll('li a') ?? []) {
      const name = entry.textContent ?? ''
      expect(name[0]).toBe(link.textContent)
      expect(entry.getAttribute('href')).toBe(`/search?${new URLSearchParams({ specialty: name })}`)
    }
  }
  expect(container.querySelectorAll('li a')).toHaveLength(75)
})
