import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { SuccessScreen } from './success-screen.tsx'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

it('RESUME-17 says that the resume was received, how long its link works, and leads on', () => {
  const shown = renderToStaticMarkup(<SuccessScreen isSubmitted />)
  expect(shown).toContain('We have received your resume</h1>')
  expect(shown).toContain('open its link within 7 days')
  expect(shown).toContain('<a href="/">Return to Homepage</a>')
  expect(shown).toContain('<a href="/specialties">See all specialties</a>')
})

it('RESUME-17 opened by its address, it says that none was sent, and leads to the form', () => {
  const shown = renderToStaticMarkup(<SuccessScreen isSubmitted={false} />)
  expect(shown).toContain('No resume was sent from here</h1>')
  expect(shown).not.toContain('received')
  expect(shown).toContain('<a href="/submit-resume">Submit your resume</a>')
})
