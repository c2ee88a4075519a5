import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from 'playwright/test'

/** An unused address. */
export function newAddress(): string {
  return `ada.${randomUUID().slice(0, 8)}@example.com`
}

/** The kept messages to an address, as the page of kept mail lists them. */
export async function mailsTo(page: Page, address: string): Promise<string> {
  const list = await (await page.request.get('/dev/mail')).text()
  const items = [...list.matchAll(/<li[\s\S]*?<\/li>/g)].map(([item]) => item)
  return items.filter((item) => item.includes(address)).join('\n')
}

/** The link of the newest message to an address, in the mail kept instead of sent. */
export async function linkMailedTo(
  { request: mail }: { request: APIRequestContext },
  address: string,
): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const list = await (await mail.get('/dev/mail')).text()
      const id = [...list.matchAll(/href="\/dev\/mail\/([^"]+)"([\s\S]*?)<\/li>/g)].find((item) =>
        item[2]?.includes(address),
      )?.[1]
      if (!id || id === seen.get(address)) return false
      const html = await (await mail.get(`/dev/mail/${id}/html`)).text()
      link =
        /href="([^"]+\/(?:confirm-email|reset-password|confirm-removal|confirm-submission|join)[^"]+)"/
          .exec(html)?.[1]
          ?.replaceAll('&amp;', '&')
      if (link) seen.set(address, id)
      return link !== undefined
    })
    .toBe(true)
  return link ?? ''
}

/** The last message read, so that the next link is of a newer one. */
const seen = new Map<string, string>()
