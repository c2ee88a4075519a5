import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { Candidate } from '#api/contract/candidates.ts'
import type { NewsKind } from '#db/schema/watch-words.ts'
import { type Action, type Actor, can, VISITOR } from '#sync/contract/permissions.ts'
import { ResultCard } from './result-card.tsx'

const actor = vi.hoisted(() => ({ now: undefined as Actor | undefined }))
vi.mock('#web/session/session.ts', async (load) => ({
  ...(await load<typeof import('#web/session/session.ts')>()),
  useIsRefused: (action: Action) => !can(actor.now ?? VISITOR, action),
}))

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, params, children, ...rest }: LinkProps) => (
    <a href={to.replace('$id', params.id)} {...named(rest)}>
      {children}
    </a>
  ),
}))
vi.mock('#web/outreach/touch-line.tsx', () => ({
  TouchLine: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('./contact-slot.tsx', () => ({
  ContactSlot: ({ channel }: { channel: string }) => <button type="button">{channel}</button>,
}))

type LinkProps = { to: string; params: { id: string }; children: ReactNode; 'aria-label'?: string }
const named = ({ 'aria-label': label }: Pick<LinkProps, 'aria-label'>) => ({ 'aria-label': label })

function shown(person: Partial<Candidate>, news?: NewsKind[]): string {
  const whole = {
    id: 'p1',
    first_name: 'Zenobia',
    last_name: 'Vale',
    contacts: [],
    skills: [],
    ...person,
  }
  return renderToStaticMarkup(
    <ResultCard
      person={whole as Candidate}
      readings={[]}
      news={news}
      isFirst
      onOpen={() => undefined}
    />,
  )
}
const texts = (html: string) => html.replace(/<[^>]+>/g, '|')

it('SEARCH-31 a card shows five skills, and how many more only where there are more', () => {
  const skills = ['A1', 'B2', 'null', 'C3', 'D4', 'undefined', 'E5']
  expect(texts(shown({ skills }))).toContain('A1 · B2 · C3 · D4 · E5')
  expect(shown({ skills })).not.toContain('more')
  expect(texts(shown({ skills: [...skills, 'F6'] }))).toMatch(/ · E5\|+\+1 more\|/)
  expect(texts(shown({ skills: [...skills, 'F6', 'G7', 'null'] }))).toContain('+2 more')
})

it('SEARCH-33 a card has both contacts, LinkedIn in a new tab, the lists and the profile', () => {
  const html = shown({ linkedin_url: 'https://www.linkedin.com/in/zenobia' })
  expect(html).toContain('>phone</button>')
  expect(html).toContain('>email</button>')
  expect(html).toContain('aria-label="Add Zenobia Vale to a list"')
  expect(html).toContain('<a href="/physician/p1" aria-label="Profile of Zenobia Vale">')
  expect(html).toMatch(
    /<a href="https:\/\/www\.linkedin\.com\/in\/zenobia" target="_blank" rel="noopener noreferrer" aria-label="LinkedIn of Zenobia Vale"/,
  )
  expect(shown({ linkedin_url: null })).toContain(
    '<button type="button" disabled="" aria-label="LinkedIn of Zenobia Vale: not available"',
  )
})

it('DEMO-09 DEMO-11 a card’s buttons look refused to a demo account, unless a grant opens what they do', () => {
  const contacts = [{ kind: 'work_email', source: 'test', verified_at: null }] as never
  const restricted = () =>
    [...shown({ contacts }).matchAll(/<button[^>]*>/g)]
      .filter(([tag]) => tag.includes('data-restricted'))
      .map(([tag]) => tag.match(/aria-label="([^"]+)"/)?.[1])
  const demo: Actor = { ...VISITOR, role: 'demo', id: 'demo' }
  actor.now = demo
  expect(restricted()).toEqual(['Add Zenobia Vale to a list', 'Send email to Zenobia Vale'])
  actor.now = { ...demo, grants: ['saveLists', 'viewContactInfo'] }
  expect(restricted()).toEqual([])
})

it('a card among the news of a watched search says what became of the person', () => {
  expect(texts(shown({}, ['moved', 'verified']))).toContain('|moved · re-verified|')
  expect(texts(shown({}))).not.toMatch(/new|moved|gone|verified/)
})
