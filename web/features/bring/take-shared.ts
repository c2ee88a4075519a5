import { inAppPath } from '#api/contract/in-app-path.ts'

/** What another app has shared with this one. */
export interface Shared {
  file: File | null
  link: string
  title: string
}

/**
 * A busy service worker takes seconds, and forgets the file as it answers: one that comes too late is lost. A
 * worker that holds nothing says so at once.
 */
const ANSWER_MS = 15_000

/** Takes what the service worker holds, once; null where it holds nothing any more. */
export async function takeShared(id: string): Promise<Shared | null> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return null
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<Shared | null>) =>
      resolve(
        data && {
          ...data,
          file: data.file instanceof File && data.file.size > 0 ? data.file : null,
        },
      )
    setTimeout(resolve, ANSWER_MS, null)
    worker.postMessage({ type: 'TAKE_SHARED', id }, [port2])
  })
}

interface LaunchQueue {
  setConsumer(consume: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void
}

/** Passes on the file that the app was opened with, in browsers that open files with apps. */
export function takeLaunched(onFile: (file: File) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ files }) => {
    const [handle] = files ?? []
    void handle?.getFile().then(onFile)
  })
}

/**
 * Where a shared link leads: one of this site to its page, one of LinkedIn to a search for the name in it,
 * any other to a search for its title.
 */
export function destinationOf(
  { link, title }: Pick<Shared, 'link' | 'title'>,
  origin: string,
): { path: string } | { query: string } {
  const [address = ''] = /https?:\/\/\S+/.exec(link) ?? []
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.origin === origin) {
    const path = inAppPath(`${url.pathname}${url.search}`)
    if (path) return { path }
  }
  const slug = /^\/in\/([^/]+)/.exec(url?.pathname ?? '')?.[1]
  if (url && /(^|\.)linkedin\.com$/.test(url.hostname) && slug) return { query: nameIn(slug) }
  return { query: title || (url ? '' : link.trim()) }
}

/** "ana-smith-md-4b1a2" names Ana Smith: what has a digit, and credentials, is no name. */
function nameIn(slug: string): string {
  return decoded(slug)
    .split('-')
    .filter((word) => !/\d/.test(word) && !/^(md|do|rn|np|pa|phd|msn|bsn|dds)$/i.test(word))
    .join(' ')
}

/** A text of an address, as it is where it is not well encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
