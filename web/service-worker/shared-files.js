// Part of the service worker: takes what another app shares with this one. It is held in memory until the
// page asks for it, and never on the disk, where it could be read after a sign-out.
{
  const PATH = '/bring'
  /** What was shared, by the page that is opened for it. */
  const shared = new Map()

  self.addEventListener('fetch', (event) => {
    const { request } = event
    if (request.method !== 'POST' || new URL(request.url).pathname !== PATH) return
    event.respondWith(
      (async () => {
        const form = await request.formData().catch(() => new FormData())
        const id = crypto.randomUUID()
        const text = (name) => String(form.get(name) ?? '')
        shared.set(id, {
          file: form.get('file'),
          link: text('url') || text('text'),
          title: text('title'),
        })
        return Response.redirect(`${PATH}?shared=${id}`, 303)
      })(),
    )
  })

  self.addEventListener('message', (event) => {
    if (event.data?.type !== 'TAKE_SHARED') return
    event.ports[0]?.postMessage(shared.get(event.data.id) ?? null)
    shared.delete(event.data.id)
  })
}
