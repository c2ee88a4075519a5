/** What is counted on the icon of the installed app, and by whom. */
type BadgeSource = 'due' | 'watches' | 'refused'

const counts = new Map<BadgeSource, number>()

/** Whether the browser shows a count on the icon of the installed app. */
export const canBadge = () => typeof navigator !== 'undefined' && 'setAppBadge' in navigator

/** Says how many things of a kind wait; the icon shows the sum, and nothing for none. */
export function setBadgeCount(source: BadgeSource, count: number): void {
  // The first count of a page is shown, were it 0: the service worker may have set another one.
  if (counts.get(source) === count) return
  counts.set(source, count)
  show()
}

/** Takes every count away: nobody is signed in. */
export function clearBadge(): void {
  counts.clear()
  show()
}

function show(): void {
  if (!canBadge()) return
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const shown = total > 0 ? navigator.setAppBadge(total) : navigator.clearAppBadge()
  // Refused where the app is not installed.
  shown.catch(() => undefined)
}
