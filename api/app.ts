import { Hono, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { requestId } from 'hono/request-id'
import { isConnectionLoss } from '#db/client.ts'
import { AppError } from '#sync/contract/errors.ts'
import { type AppEnv, type Parts, router } from './context.ts'
import { faultLog } from './fault-log.ts'
import { compressed } from './middleware/compressed.ts'
import { headAnswers } from './middleware/head-answers.ts'
import { privateAnswers } from './middleware/private-answers.ts'
import { requestBody } from './middleware/request-body.ts'
import { requestLog } from './middleware/request-log.ts'
import { requestMetrics } from './middleware/request-metrics.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { accountRoutes } from './routes/account.ts'
import { adminAuditRoutes } from './routes/admin-audit.ts'
import { adminFigureRoutes } from './routes/admin-figures.ts'
import { adminGrantRoutes } from './routes/admin-grants.ts'
import { adminImportRoutes } from './routes/admin-imports.ts'
import { adminSearchErrorRoutes } from './routes/admin-search-errors.ts'
import { adminSettingRoutes } from './routes/admin-settings.ts'
import { adminStatisticsRoutes } from './routes/admin-statistics.ts'
import { adminSubmissionRoutes } from './routes/admin-submissions.ts'
import { adminTeamRoutes } from './routes/admin-teams.ts'
import { adminUserRoutes } from './routes/admin-users.ts'
import { authRoutes } from './routes/auth.ts'
import { billingRoutes } from './routes/billing.ts'
import { candidateRoutes } from './routes/candidates.ts'
import { contactMessageRoutes } from './routes/contact-messages.ts'
import { contactRoutes } from './routes/contacts.ts'
import { devMailRoutes } from './routes/dev-mail.ts'
import { deviceRoutes } from './routes/devices.ts'
import { emailRoutes } from './routes/emails.ts'
import { exportRoutes } from './routes/export.ts'
import { healthRoutes } from './routes/health.ts'
import { historyRoutes } from './routes/history.ts'
import { meRoutes } from './routes/me.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { mutationRoutes } from './routes/mutations.ts'
import { openApiRoutes } from './routes/openapi.ts'
import { pushRoutes } from './routes/push.ts'
import { queryRoutes } from './routes/queries.ts'
import { removalRoutes } from './routes/removals.ts'
import { revealRoutes } from './routes/reveals.ts'
import { searchRoutes } from './routes/search.ts'
import { searchAssistRoutes } from './routes/search-assist.ts'
import { searchErrorRoutes } from './routes/search-errors.ts'
import { shapeRoutes } from './routes/shapes.ts'
import { siteAssetRoutes } from './routes/site-assets.ts'
import { specialtyRoutes } from './routes/specialties.ts'
import { submissionRoutes } from './routes/submissions.ts'
import { supportRoutes } from './routes/support.ts'
import { teamBillingRoutes } from './routes/team-billing.ts'
import { teamInviteRoutes } from './routes/team-invites.ts'
import { teamRoutes } from './routes/teams.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { wellKnownRoutes } from './routes/well-known.ts'

const api = router()
  .route('/', searchRoutes)
  .route('/', searchAssistRoutes)
  .route('/', pushRoutes)
  .route('/', specialtyRoutes)
  .route('/', candidateRoutes)
  .route('/', contactRoutes)
  .route('/', revealRoutes)
  .route('/', searchErrorRoutes)
  .route('/', contactMessageRoutes)
  .route('/', removalRoutes)
  .route('/', submissionRoutes)
  .route('/', meRoutes)
  .route('/', accountRoutes)
  .route('/', billingRoutes)
  .route('/', exportRoutes)
  .route('/', emailRoutes)
  .route('/', historyRoutes)
  .route('/', mutationRoutes)
  .route('/', shapeRoutes)
  .route('/', deviceRoutes)
  .route('/', queryRoutes)
  .route('/', teamRoutes)
  .route('/', teamInviteRoutes)
  .route('/', teamBillingRoutes)
  .route('/', adminGrantRoutes)
  .route('/', adminUserRoutes)
  .route('/', adminSubmissionRoutes)
  .route('/', adminStatisticsRoutes)
  .route('/', adminSettingRoutes)
  .route('/', adminSearchErrorRoutes)
  .route('/', adminFigureRoutes)
  .route('/', adminAuditRoutes)
  .route('/', adminTeamRoutes)
  .route('/', supportRoutes)
  .route('/', adminImportRoutes)

/** The API as the browser's typed client sees it, mounted at `/api`. */
export type AppType = typeof api

/**
 * Builds the HTTP application around its parts.
 * @param session decides who is asking: sets `actor` and `account`.
 * @param pages serves the built browser app and its documents; without it there is the API alone.
 */
export function createApp(parts: Parts, session: MiddlewareHandler<AppEnv>, pages?: Hono<AppEnv>) {
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    c.set('parts', parts)
    await next()
    // Otherwise the browser would send its next request over a connection that is about to be closed.
    if (parts.draining.aborted) c.header('Connection', 'close')
  })
  app.use(
    headAnswers(),
    securityHeaders(),
    requestId(),
    requestLog(),
    requestMetrics(),
    compressed(),
  )
  app.use('/api/*', privateAnswers())
  app.route('/', healthRoutes)
  app.route('/', metricsRoutes)
  app.route('/', wellKnownRoutes)
  app.route('/', webhookRoutes)
  app.route('/', siteAssetRoutes)
  app.use('/api/*', requestBody(), session)
  app.route('/api', authRoutes)
  app.route('/api', api)
  app.route('/api', openApiRoutes(api))
  app.all('/api/*', () => {
    throw new AppError('not_found', 'There is no such address.')
  })
  if (parts.env.NODE_ENV !== 'production') app.route('/dev/mail', devMailRoutes)
  if (parts.billing.standIn) app.route('/dev/stripe', parts.billing.standIn.app)
  // The share target of a browser whose service worker is gone: nothing that was shared is read.
  app.post('/bring', (c) => c.redirect('/bring?shared=lost', 303))
  if (pages) app.route('/', pages)
  app.notFound(() => {
    throw new AppError('not_found', 'There is no such address.')
  })
  const logFault = faultLog()
  app.onError((error, c) => {
    const fault = asAppError(error)
    logFault(c.var.log, fault, error)
    // The client has closed the request, as devices do with a live one to ask for more shapes: nobody
    // gets the answer, and the log is not to have it as a request that was wrong. nginx's number.
    if (fault.status < 500 && c.req.raw.signal.aborted) return new Response(null, { status: 499 })
    return c.json(fault.toWire(), fault.status)
  })
  return app
}

/** Anything thrown, as the one form of error; what we did not expect hides its text. */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException && error.status === 400) {
    return new AppError('invalid_input', error.message)
  }
  if (isConnectionLoss(error)) {
    // A lost connection comes back: a browser that gets a 503 asks again, and signs nobody out.
    return new AppError(
      'unavailable',
      'Our database does not answer right now. Please try again.',
      {
        cause: error,
      },
    )
  }
  if (codeOf(error) === '57014') {
    return new AppError('query_timed_out', 'Database timeout: the query took too long.', {
      cause: error,
    })
  }
  return new AppError('internal_error', 'Something failed on our side.', { cause: error })
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code
}
