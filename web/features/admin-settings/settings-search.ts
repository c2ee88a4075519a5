/** The tabs of the settings, in order. */
const SETTINGS_TAB_NAMES = ['assets', 'seo', 'social'] as const
export type SettingsTabName = (typeof SETTINGS_TAB_NAMES)[number]

/** The tab from the search params; the first one by default. */
export function readSettingsTab(search: Record<string, unknown>): { tab?: SettingsTabName } {
  const tab = SETTINGS_TAB_NAMES.find((name) => name === search.tab)
  return tab && tab !== 'assets' ? { tab } : {}
}
