import {
  BookOpen,
  CalendarCheck,
  CircleUser,
  House,
  ListChecks,
  type LucideIcon,
  Mail,
  Search,
} from 'lucide-react'
import { PAGES } from '#api/contract/pages.ts'
import { isAdminDemoMode } from '#web/lib/admin/admin-demo-mode.ts'
import { useActor } from '#web/session/session.ts'

export interface NavigationItem {
  label: string
  to: string
}

interface TabItem extends NavigationItem {
  icon: LucideIcon
}

export interface Navigation {
  /** The top bar, and the menu on phones. */
  main: readonly NavigationItem[]
  /** At the end of the top bar, for a visitor. */
  account: readonly NavigationItem[]
  /** The bottom bar of phones: what the thumb needs most. */
  tabs: readonly TabItem[]
}

const VISITOR_NAVIGATION: Navigation = {
  main: [
    { label: 'Search', to: '/search' },
    { label: 'Pricing', to: '/pricing' },
    { label: 'About', to: '/about' },
  ],
  account: [
    { label: 'Log in', to: '/login' },
    { label: 'Get Started', to: '/signup' },
  ],
  tabs: [
    { label: 'Home', to: '/', icon: House },
    { label: 'Search', to: '/search', icon: Search },
    { label: 'Specialties', to: '/specialties', icon: BookOpen },
  ],
}

const SIGNED_IN_NAVIGATION: Navigation = {
  main: [
    { label: 'Search', to: '/search' },
    { label: 'Lists', to: '/lists' },
    { label: 'Due', to: '/due' },
    { label: 'Email', to: '/email' },
  ],
  account: [],
  tabs: [
    { label: 'Search', to: '/search', icon: Search },
    { label: 'Lists', to: '/lists', icon: ListChecks },
    { label: 'Due', to: '/due', icon: CalendarCheck },
    { label: 'Email', to: '/email', icon: Mail },
    { label: 'Account', to: '/account', icon: CircleUser },
  ],
}

/** The Admin menu. */
export const ADMIN_ITEMS: NavigationItem[] = Object.entries(PAGES).flatMap(
  ([to, { adminLabel: label }]) => (label ? [{ label, to }] : []),
)

export const ADMIN_DASHBOARD = { label: 'Admin Dashboard', to: '/admin-dashboard' }

/** A screen in no menu: the dashboard links to it. */
export const ADMIN_SETTINGS = { label: 'Website Settings', to: '/admin-settings' }

/** A screen in no menu: the dashboard and the users link to it. */
export const ADMIN_AUDIT = { label: 'Audit log', to: '/admin-audit' }

/** The second bar of administrators. */
export const ADMIN_BAR_ITEMS = [{ label: 'Dashboard', to: ADMIN_DASHBOARD.to }, ...ADMIN_ITEMS]

/** Where the present actor can go. */
export function useNavigation(): Navigation {
  return useActor().role === 'visitor' ? VISITOR_NAVIGATION : SIGNED_IN_NAVIGATION
}

/** Whether the administration shows: to administrators, unless they hide it for a demonstration. */
export function useAdminNavigation(): boolean {
  return useActor().role === 'admin' && !isAdminDemoMode()
}

export const FOOTER_ITEMS: NavigationItem[] = [
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
]
