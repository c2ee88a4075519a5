import { type StoredMail, storedMails } from '#api/services/mail/stored-mail.ts'
import { ORIGIN, type TestApp, type TestRequest } from './app.ts'
import { soon } from './soon.ts'

/** Sends a request with the browser's cookies. */
export type Device = (path: string, options?: DeviceRequest) => Promise<Response>

interface DeviceRequest extends TestRequest {
  /** The answer does not arrive: the browser gets none of its cookies. */
  isAnswerLost?: boolean
}

/** A browser as far as sessions need one: it stores cookies and sends an origin. */
export function device(app: TestApp, network: string): Device {
  const jar = new Map<string, string>()
  return async (path, { isAnswerLost = false, ...options } = {}) => {
    const cookie = [...jar.values()].join('; ')
    const response = await app.request(path, {
      as: 'session',
      network,
      ...options,
      headers: { Origin: ORIGIN, ...(cookie ? { Cookie: cookie } : {}), ...options.headers },
    })
    if (isAnswerLost) return response
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      const [name = ''] = pair.split('=')
      if (/max-age=0/i.test(set)) jar.delete(name)
      else jar.set(name, pair)
    }
    return response
  }
}

/** Signs up and confirms a new account; the device is then signed in. */
export async function signedUp(app: TestApp, email: string, network: string): Promise<Device> {
  const ask = device(app, network)
  const json = { email, password: PASSWORD }
  const response = await ask('/api/auth/sign-up/email', { json })
  if (!response.ok) throw new Error(`sign-up: ${response.status} ${await response.text()}`)
  await confirmBy(ask, linkIn(await mailTo(app, email, /Confirm/)))
  return ask
}

/**
 * Confirms an address as the page of its mailed link does.
 * @param options.isPressed whether the button was pressed, as browsers other than the one of the sign-up must.
 */
export function confirmBy(
  ask: Device,
  link: string,
  { isPressed = false, isAnswerLost = false } = {},
): Promise<Response> {
  const token = new URL(link, ORIGIN).searchParams.get('token')
  return ask('/api/auth/confirm-email', { json: { token, isPressed }, isAnswerLost })
}

/** The password of accounts that tests sign up. */
export const PASSWORD = 'correct horse'

/** The newest message to an address; mail is sent after the answer, so this may wait a moment. */
export function mailTo(app: TestApp, address: string, subject: RegExp): Promise<StoredMail> {
  return soon(async () => {
    const mails = await storedMails(app.parts.env.DATA_DIR)
    const found = mails.find((mail) => mail.to === address && subject.test(mail.subject))
    if (!found) throw new Error(`No such mail among ${mails.length}.`)
    return found
  })
}

/** The path of the link in a message. */
export function linkIn({ text }: StoredMail): string {
  const url = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  return url.slice(ORIGIN.length)
}

/** The role of this device's session. */
export async function roleOf(ask: Device): Promise<string> {
  return ((await (await ask('/api/me')).json()) as { role: string }).role
}
