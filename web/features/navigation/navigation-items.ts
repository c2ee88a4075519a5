import { BookOpen, House, type LucideIcon, Search } from 'lucide-react'
import { PAGES } from '../../../sync/contract/pages.ts'

export interface NavigationItem {
  label: string
  to: string
}

/** Only addresses with a page of their own are shown, so no link leads to "not found". */
const existing = <Item extends NavigationItem>(items: readonly Item[]): Item[] =>
  items.filter((item) => item.to in PAGES)

/** The top bar, and the menu on phones. */
export const MAIN_ITEMS = existing([
  { label: 'Search', to: '/search' },
  { label: 'Pricing', to: '/pricing' },
  { label: 'About', to: '/about' },
])

/** At the end of the top bar, for somebody who is not signed in. */
export const ACCOUNT_ITEMS = existing([
  { label: 'Log in', to: '/login' },
  { label: 'Get Started', to: '/signup' },
])

/** The bottom bar of phones: what the thumb needs most. */
export const TAB_ITEMS: (NavigationItem & { icon: LucideIcon })[] = existing([
  { label: 'Home', to: '/', icon: House },
  { label: 'Search', to: '/search', icon: Search },
  { label: 'Specialties', to: '/specialties', icon: BookOpen },
])

export const FOOTER_ITEMS = existing([
  { label: 'Submit Resume', to: '/submit-resume' },
  { label: 'Search', to: '/search' },
  { label: 'Pricing', to: '/pricing' },
  { label: 'About Us', to: '/about' },
  { label: 'Contact', to: '/contact' },
  { label: 'Remove My Information', to: '/remove-info' },
  { label: 'Terms of Service', to: '/terms' },
  { label: 'Privacy Policy', to: '/privacy' },
  { label: 'Compliance', to: '/compliance' },
  { label: 'Money Back Guarantee', to: '/money-back-guarantee' },
])
