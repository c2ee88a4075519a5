/** In a file of its own, so that the route knows the tabs without loading the screen. */
export const ACCOUNT_TABS = [
  'profile',
  'subscription',
  'team',
  'exports',
  'notifications',
  'security',
  'device',
  'testing',
] as const
export type AccountTab = (typeof ACCOUNT_TABS)[number]
