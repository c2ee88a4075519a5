import { Hono, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { requestId } from 'hono/request-id'
import { isConnectionLoss } from '#db/client.ts'
import { AppError } from '#sync/contract/errors.ts'
import { type AppEnv, type Parts, router } from './context.ts'
import { errorLog } from './error-log.ts'
import { compressed } from './middleware/compressed.ts'
import { headResponses } from './middleware/head-responses.ts'
import { privateResponses } from './middleware/private-responses.ts'
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
 * Builds the HTTP application from its parts.
 * @param session authenticates a request: sets `actor` and `account`
 * @param pages serves the built browser app and its documents; without it, only the API is served
 */
export function createApp(parts: Parts, session: MiddlewareHandler<AppEnv>, pages?: Hono<AppEnv>) {
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    c.set('parts', parts)
    await next()
    // Otherwise the browser would send its next request on a connection that is about to be closed.
    if (parts.draining.aborted) c.header('Connection', 'close')
  })
  app.use(
    headResponses(),
    securityHeaders(),
    requestId(),
    requestLog(),
    requestMetrics(),
    compressed(),
  )
  app.use('/api/*', privateResponses())
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
  // Receives a share when the browser's service worker is missing: the shared content is not read.
  app.post('/bring', (c) => c.redirect('/bring?shared=lost', 303))
  if (pages) app.route('/', pages)
  app.notFound(() => {
    throw new AppError('not_found', 'There is no such address.')
  })
  const logError = errorLog()
  app.onError((error, c) => {
    const appError = asAppError(error)
    logError(c.var.log, appError, error)
    // The client has closed the request, as devices close a live request to ask for more shapes. No
    // one receives the response, so nginx's status 499 keeps it from being logged as a bad request.
    if (appError.status < 500 && c.req.raw.signal.aborted)
      return new Response(null, { status: 499 })
    return c.json(appError.toWire(), appError.status)
  })
  return app
}

/** Converts any thrown value to an AppError; an unexpected error hides its message. */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException && error.status === 400) {
    return new AppError('invalid_input', error.message)
  }
  if (isConnectionLoss(error)) {
    // A lost connection is temporary: on a 503 the browser retries and stays signed in.
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
