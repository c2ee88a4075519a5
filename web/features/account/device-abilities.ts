import { canBadge } from '#web/lib/app-badge.ts'
import { canKeepFiles } from '#web/replica/offline-files.ts'

/** Something that browsers can do, or not. */
export interface Ability {
  name: string
  /** Null while it is being found out. */
  isThere: boolean | null
  /** What it is for, where it is there. */
  use: string
  /** What takes its place where it is not. */
  otherwise: string
}

/** Whether this page runs as an installed app. */
function isInstalled(): boolean {
  const { standalone } = navigator as { standalone?: boolean }
  return standalone === true || matchMedia('(display-mode: standalone)').matches
}

const isApple = () => /iPhone|iPad|Macintosh/.test(navigator.userAgent)

/** How an app is installed here: no page can do it on Apple's devices. */
export function installWords(): string {
  if (/iPhone|iPad/.test(navigator.userAgent)) {
    return 'Press Share in Safari, then “Add to Home Screen”.'
  }
  if (isApple() && !/Chrome|Edg/.test(navigator.userAgent)) {
    return 'Choose “Add to Dock” in Safari’s File menu.'
  }
  return 'Choose “Install” in the browser’s menu or address bar.'
}

/** What this browser can do, each with what takes its place elsewhere. */
export function abilitiesOf({
  isPersistent,
  isPushing,
  hasServiceWorker,
}: {
  /** Whether edits are sent with no page open; null while it is asked. */
  isPushing: boolean | null
  /** Whether the browser has promised to keep what is stored; null while it is asked. */
  isPersistent: boolean | null
  /** Whether a service worker runs, which takes what arrives from outside; null while it is asked. */
  hasServiceWorker: boolean | null
}): Ability[] {
  const has = (name: string) => name in globalThis
  const areNoticesRefused = has('Notification') && Notification.permission === 'denied'
  const canNotify = has('Notification') && has('PushManager') && !areNoticesRefused
  return [
    {
      name: 'Installed as an app',
      isThere: isInstalled(),
      use: 'Opens from the home screen or the dock, in a window of its own.',
      otherwise: installWords(),
    },
    {
      name: 'Opens without a network',
      isThere: canKeepFiles(),
      use: 'Lists, saved searches and templates open, and edits wait here until they can be sent.',
      otherwise: 'This browser keeps no files for us: the app opens with a network only.',
    },
    {
      name: 'Storage is kept',
      isThere: isPersistent,
      use: 'The browser has promised not to clear it, however full the disk is.',
      otherwise:
        'The browser may clear it when the disk is full, Safari after a week without a visit. Installing the app helps.',
    },
    {
      name: 'Sends edits in the background',
      isThere: isPushing,
      use: 'What you did offline is sent once there is a network, also with the app closed.',
      otherwise: 'What you did offline is sent when you open the app with a network.',
    },
    {
      name: 'Count on the icon',
      isThere: canBadge(),
      use: 'The installed app’s icon says how much waits for you.',
      otherwise: 'What waits for you is said in the app.',
    },
    {
      name: 'Notices',
      isThere: canNotify && hasServiceWorker,
      use: 'News of saved searches can arrive with the app closed, if you ask for it.',
      otherwise: areNoticesRefused
        ? 'Notices of this site are blocked in the browser’s settings; mail comes anyway.'
        : isApple()
          ? 'On Apple’s devices only the installed app gets notices; mail comes anyway.'
          : 'News of saved searches come by mail.',
    },
    {
      name: 'Shortcuts on the icon',
      isThere: isInstalled() && /Chrome\//.test(navigator.userAgent),
      use: 'Press and hold the icon, or right-click it, for Due, Search and your last list.',
      otherwise: 'Due, Search and Lists are in the menu.',
    },
    {
      name: 'Other apps can share to it',
      isThere: isInstalled() && !isApple() && /Android|CrOS|Windows/.test(navigator.userAgent),
      use: 'Share a CSV or Excel file, or a link to a person, from another app.',
      otherwise: 'Choose the file on the screen “People from a file”.',
    },
    {
      name: 'Opens CSV and Excel files',
      isThere: isInstalled() && has('launchQueue'),
      use: '“Open with” on such a file looks the people in it up.',
      otherwise: 'Choose the file on the screen “People from a file”.',
    },
  ]
}
