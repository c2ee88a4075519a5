import {
  ACCOUNT_TAB_LABELS,
  ACCOUNT_TABS,
  type AccountTab,
  CLOSED_TO_DEMO,
} from '#web/lib/account/account-tabs.ts'
import {
  ADMIN_AUDIT,
  ADMIN_DASHBOARD,
  ADMIN_ITEMS,
  type NavigationItem,
  useAdminNavigation,
  useNavigation,
} from '#web/lib/navigation-items.ts'
import { useMe } from '#web/session/session.ts'

/** A screen to navigate to, or a tab of Account Settings. */
export interface Place extends NavigationItem {
  tab?: AccountTab
  /** Words that find it beside its label. */
  alias?: string
}

const HOME: readonly Place[] = [{ label: 'Home', to: '/' }]

/** In no menu: My Lists leads there. */
const FAVORITES: Place = { label: 'Favorites', to: '/lists/favorites', alias: 'starred people' }

const EVERYBODYS: readonly Place[] = [
  { label: 'Specialties', to: '/specialties' },
  { label: 'Pricing', to: '/pricing' },
  { label: 'About', to: '/about' },
  { label: 'Contact', to: '/contact' },
]

const ACCOUNT_SETTINGS: readonly Place[] = [{ label: 'Account Settings', to: '/account' }]

/** What recruiters call the contents of a tab. */
const TAB_ALIASES: Record<AccountTab, string> = {
  profile: 'name bio email address',
  subscription: 'billing plan invoices payment card cancel',
  team: 'members seats invite',
  exports: 'downloads history',
  notifications: 'mail alerts',
  security: 'password passkeys codes two-factor sessions sign out delete account',
  device: 'storage offline revealed contacts install',
  testing: 'tester',
}

/** Every screen the present actor may go to by its name, each once, and the tabs of their account. */
export function usePlaces(): Place[] {
  const me = useMe()
  const { main, account } = useNavigation()
  const isAdminShown = useAdminNavigation()
  const screens: Place[] = [
    ...HOME,
    ...main,
    ...(me?.user ? [FAVORITES] : []),
    ...EVERYBODYS,
    ...(me?.user ? ACCOUNT_SETTINGS : account),
    ...(isAdminShown ? [ADMIN_DASHBOARD, ...ADMIN_ITEMS, ADMIN_AUDIT] : []),
  ]
  const tabs = ACCOUNT_TABS.filter(
    (tab) =>
      me?.user &&
      !(me.demo.isRestricted && CLOSED_TO_DEMO.includes(tab)) &&
      (tab !== 'testing' || isAdminShown),
  )
  return [
    ...new Map(screens.map((place) => [place.to, place])).values(),
    ...tabs.map((tab) => ({
      label: ACCOUNT_TAB_LABELS[tab],
      to: '/account',
      tab,
      alias: TAB_ALIASES[tab],
    })),
  ]
}
