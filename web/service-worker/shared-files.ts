import type { WorkerMessage } from './messages.ts'

declare const self: ServiceWorkerGlobalScope

const PATH = '/bring'

/** What another app shared, as a page receives it. */
interface Shared {
  file: FormDataEntryValue | null
  link: string
  title: string
}

/**
 * Takes what another app shares with this one. It is held in memory until the page asks for it, and never on
 * the disk, where it could be read after a sign-out.
 */
export function takeSharedFiles(): void {
  /** By the id in the address of the page that is opened for it. */
  const shared = new Map<string, Shared>()

  self.addEventListener('fetch', (event) => {
    const { request } = event
    if (request.method !== 'POST' || new URL(request.url).pathname !== PATH) return
    event.respondWith(
      sharedIn(request).then((what) => {
        const id = crypto.randomUUID()
        shared.set(id, what)
        return Response.redirect(`${PATH}?shared=${id}`, 303)
      }),
    )
  })

  self.addEventListener('message', (event) => {
    const message: WorkerMessage = event.data
    if (message.type !== 'TAKE_SHARED') return
    event.ports[0]?.postMessage(shared.get(message.id) ?? null)
    shared.delete(message.id)
  })
}

async function sharedIn(request: Request): Promise<Shared> {
  const form = await request.formData().catch(() => new FormData())
  const text = (name: string) => String(form.get(name) ?? '')
  return { file: form.get('file'), link: text('url') || text('text'), title: text('title') }
}
