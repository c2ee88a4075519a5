import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { PricingScreen } from './pricing-screen.tsx'

const { me } = vi.hoisted(() => ({ me: { current: null as object | null } }))
vi.mock('#web/session/session.ts', () => ({ useMe: () => me.current }))
vi.mock('#web/lib/account/use-billing.ts', () => ({ useBilling: () => ({ busy: null }) }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

const page = () =>
  renderToStaticMarkup(<PricingScreen chosen={undefined} onChosenTaken={() => undefined} />)
/** The plans that are marked for assistive technology as the current one. */
const current = () =>
  [...page().matchAll(/<section aria-label="(\w+) plan" aria-current="true"/g)].map(
    ([, plan]) => plan,
  )

it.each([
  ['basic', ['Monthly']],
  ['premium', ['Annual']],
  ['free', []],
])('PLAN-05 of the tier %s these plans are current: %s', (tier, plans) => {
  me.current = { subscription: { subscribed: tier !== 'free', tier } }
  expect(current()).toEqual(plans)
})

it('PLAN-03 PLAN-04 leads to the terms of the guarantee, and to the contact page', () => {
  me.current = null
  expect(page()).toContain('<a href="/money-back-guarantee">their own page</a>')
  expect(page()).toContain('<a href="/contact">Contact us</a>')
})
