/** Apart from the screen, so that the route knows its tabs without the screen's code. */
export const ACCOUNT_TABS = [
  'profile',
  'subscription',
  'exports',
  'notifications',
  'security',
  'testing',
] as const
export type AccountTab = (typeof ACCOUNT_TABS)[number]
