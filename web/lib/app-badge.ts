import { BADGE_CACHE, BADGE_PATH, NOTICE_TAG } from '#web/service-worker/messages.ts'

/** What is counted on the icon of the installed app, and by whom. */
type BadgeSource = 'due' | 'watches' | 'refused'

const counts = new Map<BadgeSource, number>()

/** Whether the browser shows a count on the icon of the installed app. */
export const canBadge = () => typeof navigator !== 'undefined' && 'setAppBadge' in navigator

/** Says how many things of a kind wait; the icon shows the sum, and nothing for none. */
export function setBadgeCount(source: BadgeSource, count: number): void {
  const before = counts.get(source)
  // The first count of a page is set even where it is 0: the service worker may have set another one.
  if (before === count) return
  counts.set(source, count)
  show()
  // The news were read, here or on another device. Without a count before, the notice may tell of newer ones.
  if (source === 'watches' && before && count === 0) void closeNotices()
}

/** Clears every count, when nobody is signed in. */
export function clearBadge(): void {
  counts.clear()
  show()
}

function show(): void {
  if (!canBadge()) return
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const shown = total > 0 ? navigator.setAppBadge(total) : navigator.clearAppBadge()
  const kept = caches
    .open(BADGE_CACHE)
    .then((cache) => cache.put(BADGE_PATH, new Response(String(total))))
  // The browser refuses both where the app is not installed, or storage is off.
  for (const done of [shown, kept]) done.catch(() => undefined)
}

async function closeNotices(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notice of (await registration?.getNotifications({ tag: NOTICE_TAG })) ?? []) {
    notice.close()
  }
}
