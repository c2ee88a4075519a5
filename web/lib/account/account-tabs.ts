/** The tabs of Account Settings with their labels, in order. */
export const ACCOUNT_TAB_LABELS = {
  profile: 'Profile',
  subscription: 'Subscription',
  team: 'Team',
  exports: 'Exports',
  notifications: 'Notifications',
  security: 'Security',
  device: 'This device',
  testing: 'Testing',
} as const

export type AccountTab = keyof typeof ACCOUNT_TAB_LABELS

export const ACCOUNT_TABS = Object.keys(ACCOUNT_TAB_LABELS) as AccountTab[]

/** Tabs that a demo account sees and cannot open. */
export const CLOSED_TO_DEMO: readonly AccountTab[] = ['subscription', 'team', 'notifications']
