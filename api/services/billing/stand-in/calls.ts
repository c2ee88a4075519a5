import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { decodeForm } from './form.ts'
import type { Ledger } from './ledger.ts'
import { StripeRefusal } from './stripe-error.ts'

/** How many responses are stored for repeated Idempotency-Keys. */
const REMEMBERED_ANSWERS = 1000

/** Declares an endpoint: the schema of its parameters, and its handler. */
export type Call = ReturnType<typeof apiCalls>['call']

/**
 * An API that has only the endpoints declared by `call`. Parameters are decoded and validated;
 * errors are in Stripe's form.
 */
export function apiCalls(ledger: Ledger) {
  const app = new Hono()
  const answers = new Map<string, { request: string; answer: object }>()

  app.use(async (c, next) => {
    if (c.req.header('authorization') !== `Bearer ${ledger.state.apiKey}`) {
      throw new StripeRefusal(401, 'Invalid API Key provided.')
    }
    ledger.settle()
    await next()
  })
  app.onError((error, c) => {
    if (error instanceof StripeRefusal) return c.json(error.toWire(), error.status)
    throw error
  })

  function call<Schema extends z.ZodObject>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    schema: Schema,
    answer: (params: z.infer<Schema>, id: string) => object,
  ): void {
    app.on(method, path, async (c) => {
      const encoded = method === 'POST' ? await c.req.text() : new URL(c.req.url).search.slice(1)
      // There must be no await from here on, or two requests with one key would both be executed.
      const key = c.req.header('idempotency-key')
      const request = `${c.req.path}?${encoded}`
      const known = key === undefined ? undefined : answers.get(key)
      if (known && known.request !== request) {
        throw new StripeRefusal(400, 'This key was used with other parameters.', {
          type: 'idempotency_error',
        })
      }
      if (known) return c.json(known.answer, 200, { 'Idempotent-Replayed': 'true' })
      const params = parse(schema, encoded)
      const result = structuredClone(answer(params, c.req.param('id') ?? ''))
      if (key !== undefined) remember(answers, key, { request, answer: result })
      return c.json(result)
    })
  }
  return { app, call }
}

/**
 * Handles undeclared endpoints.
 * @throws StripeRefusal always
 */
export function unknownCall(c: Context): never {
  const path = new URL(c.req.url).pathname.replace(/^.*(?=\/v1\/)/, '')
  throw new StripeRefusal(404, `Unrecognized request URL (${c.req.method}: ${path}).`)
}

/** @throws StripeRefusal that names the first parameter that is unknown, missing or wrong */
function parse<Schema extends z.ZodObject>(schema: Schema, encoded: string): z.infer<Schema> {
  const result = schema.safeParse(decodeForm(encoded))
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = (issue?.path ?? []).map(String)
  if (issue?.code === 'unrecognized_keys') {
    const param = bracketed([...path, issue.keys[0] ?? ''])
    throw new StripeRefusal(400, `Received unknown parameter: ${param}`, {
      code: 'parameter_unknown',
      param,
    })
  }
  const param = bracketed(path)
  throw new StripeRefusal(400, `Invalid or missing ${param}: ${issue?.message}`, { param })
}

function bracketed([head = '', ...rest]: string[]): string {
  return head + rest.map((part) => `[${part}]`).join('')
}

function remember<T>(answers: Map<string, T>, key: string, answer: T): void {
  answers.set(key, answer)
  const [oldest] = answers.keys()
  if (answers.size > REMEMBERED_ANSWERS && oldest !== undefined) answers.delete(oldest)
}
