import { isSameSecret } from '#sync/server/constant-time.ts'
import { errorAnswer } from './answers.ts'

type Fetch = (request: Request) => Promise<Response>

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether the address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host) || host === '::1'
}

/**
 * Guards a shape server that is on a network by itself, where every caller could read the database:
 * with a secret, only callers who know it pass; without one, only programs and pages of this
 * machine. Any page of the web can send requests to a local port, hence the check of the origin,
 * and of the host, which reveals a page whose name was pointed at this machine.
 */
export function guard(fetch: Fetch, secret: string | undefined): Fetch {
  return async (request) => {
    const url = new URL(request.url)
    const origin = request.headers.get('origin')
    const isHealth = url.pathname === '/v1/health'
    const isLocal = isLoopback(url.hostname) && (!origin || isLoopback(hostOf(origin)))
    if (!secret && !isLocal) return errorAnswer(403, 'Only pages of this machine may ask.')
    const isOpen = isHealth || request.method === 'OPTIONS'
    if (secret && !isOpen && !isSameSecret(url.searchParams.get('secret') ?? '', secret)) {
      return errorAnswer(401, 'Unauthorized - Invalid API secret')
    }
    const response = await fetch(request)
    if (!origin) return response
    const headers = new Headers(response.headers)
    headers.set('access-control-allow-origin', origin)
    headers.append('vary', 'origin')
    return new Response(response.body, { status: response.status, headers })
  }
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : ''
}
