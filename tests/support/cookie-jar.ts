import { type KeptMail, keptMails } from '#api/services/mail/kept-mail.ts'
import { ORIGIN, type TestApp, type TestRequest } from './app.ts'
import { soon } from './soon.ts'

export type Device = (path: string, options?: TestRequest) => Promise<Response>

/** A browser as far as sessions go: keeps its cookies and says where its pages come from. */
export function device(app: TestApp, network: string): Device {
  const jar = new Map<string, string>()
  return async (path, options = {}) => {
    const cookie = [...jar.values()].join('; ')
    const response = await app.request(path, {
      as: 'session',
      network,
      ...options,
      headers: { Origin: ORIGIN, ...(cookie ? { Cookie: cookie } : {}), ...options.headers },
    })
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      const [name = ''] = pair.split('=')
      if (/max-age=0/i.test(set)) jar.delete(name)
      else jar.set(name, pair)
    }
    return response
  }
}

/** Signs a new account up and confirms it; the device is then signed in. */
export async function signedUp(app: TestApp, email: string, network: string): Promise<Device> {
  const ask = device(app, network)
  const json = { email, password: PASSWORD }
  const response = await ask('/api/auth/sign-up/email', { json })
  if (!response.ok) throw new Error(`sign-up: ${response.status} ${await response.text()}`)
  await ask(linkIn(await mailTo(app, email, /Confirm/)))
  return ask
}

export const PASSWORD = 'correct horse'

/** The newest message to an address; mail is sent after the answer, so it may take a moment. */
export function mailTo(app: TestApp, address: string, subject: RegExp): Promise<KeptMail> {
  return soon(async () => {
    const mails = await keptMails(app.parts.env.DATA_DIR)
    const found = mails.find((mail) => mail.to === address && subject.test(mail.subject))
    if (!found) throw new Error(`No such mail among ${mails.length}.`)
    return found
  })
}

/** The path of the link in a message. */
export function linkIn({ text }: KeptMail): string {
  const url = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  return url.slice(ORIGIN.length)
}

/** Whom the session of this device belongs to. */
export async function roleOf(ask: Device): Promise<string> {
  return ((await (await ask('/api/me')).json()) as { role: string }).role
}
