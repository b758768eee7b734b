/** Joins the features' routes into one HTTP server. A dialect is a scope: prefix, caller, rows. */
import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { dealerRoutes as accountRoutes } from '../accounts/routes.ts'
import { hardwareRoutes } from '../catalogue/routes.ts'
import { dealerRoutes as companyRoutes } from '../company/routes.ts'
import type { Context } from '../context.ts'
import type { Notifications } from '../db/notifications.ts'
import { refuse } from '../errors.ts'
import { billingRoutes as planBillingRoutes, dealerRoutes as planRoutes } from '../plans/routes.ts'
import { dealerRoutes as unitRoutes } from '../units/routes.ts'
import { dealerRoutes as userRoutes } from '../users/routes.ts'
import { type Authenticator, authenticator } from './auth.ts'
import { readBodies } from './body.ts'
import { type DialectName, dialectNames, dialects } from './dialects.ts'
import { answerError, errorBody } from './errors.ts'
import { health, metrics, type Readiness } from './health.ts'
import { rateLimiter, type Verdict } from './limits.ts'
import { mount } from './mount.ts'
import { type MountedRoutes, serveOpenApi } from './openapi.ts'
import { pages } from './pages.ts'
import type { Route } from './route.ts'

const dealerRoutes = [...accountRoutes, ...userRoutes, ...unitRoutes, ...planRoutes, ...companyRoutes]

/** The whole route table by where it hangs. Without a dialect the caller's token chooses it. */
export const mountedRoutes: readonly MountedRoutes[] = [
  ...dialectNames.map((dialect) => ({ prefix: dialects[dialect].prefix, routes: dealerRoutes, dialect })),
  { prefix: '/billing', routes: planBillingRoutes },
  { prefix: '/client/hardware', routes: hardwareRoutes },
  { prefix: '/platform/hardware', routes: hardwareRoutes },
]

export interface ServerOptions {
  readonly notifications: Notifications
  readonly readiness: Readiness
  /** Folder of the built web pages. */
  readonly pagesFolder: string
}

export async function createServer(ctx: Context, options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => ownRequestId(request.headers['x-request-id']),
    trustProxy: ctx.config.trustedProxies.length > 0 ? [...ctx.config.trustedProxies] : false,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, maxHeaderSize: 16 * 1024 },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    return503OnClosing: true,
    frameworkErrors: (error, request, reply) =>
      void answerError(ctx.log, error, request as FastifyRequest, reply as never),
    clientErrorHandler(_error, socket) {
      if (!socket.writable) return
      const body = errorBody([{ code: 'INVALID_PAYLOAD', message: 'The request cannot be read.' }], randomUUID())
      socket.end(
        `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      )
    },
  })
  const auth = authenticator(ctx, options.notifications)
  app.addHook('onClose', () => auth.close())
  app.decorateRequest('token')
  app.decorateRequest('ids')
  app.setErrorHandler((error, request, reply) => answerError(ctx.log, error, request, reply))
  app.setNotFoundHandler(routeNotFound)
  guard(app, ctx, options.readiness)
  readBodies(app)

  health(app, ctx, options.readiness)
  metrics(app)
  serveOpenApi(app, mountedRoutes)
  // biome-ignore lint/nursery/noMisusedPromises: a plugin is awaited by Fastify.
  await app.register(pages, { dist: options.pagesFolder })
  const callerOf = callerHook(ctx, auth)
  for (const { prefix, routes, dialect } of mountedRoutes) {
    await app.register(dealerScope(ctx, callerOf, routes, dialect), { prefix })
  }
  return app
}

type CallerHook = (request: FastifyRequest, reply: { header(name: string, value: unknown): unknown }) => Promise<void>

const dealerScope =
  (ctx: Context, callerOf: CallerHook, routes: readonly Route[], dialect?: DialectName) =>
  async (scope: FastifyInstance): Promise<void> => {
    scope.addHook('onRequest', callerOf)
    scope.setNotFoundHandler(routeNotFound)
    mount(scope, ctx, routes, dialect && dialects[dialect])
  }

const routeNotFound = async () => refuse('ROUTE_NOT_FOUND', 'There is no such path.')

/** What every request passes: headers that protect browsers, the address's bucket, the clock of a test installation. */
function guard(app: FastifyInstance, ctx: Context, readiness: Readiness): void {
  const allow = rateLimiter(ctx.config.addressRequestsPerMinute)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    if (ctx.config.publicUrl.startsWith('https:')) {
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    }
    if (['/healthz', '/readyz', '/metrics'].includes(request.routeOptions.url ?? '')) return
    refuseOver(allow(request.ip), reply)
    if (!readiness.isReady) {
      reply.header('retry-after', '1')
      refuse('SERVICE_UNAVAILABLE', 'Waymark is starting or stopping. Try again in a moment.')
    }
    if (ctx.config.isTestInstallation) await ctx.clock.refresh(ctx.db)
  })
}

function callerHook(ctx: Context, auth: Authenticator): CallerHook {
  const allow = rateLimiter(ctx.config.tokenRequestsPerMinute)
  return async (request, reply) => {
    request.token = await auth.authenticate(request)
    refuseOver(allow(request.token.id), reply)
  }
}

function refuseOver(verdict: Verdict, reply: { header(name: string, value: unknown): unknown }): void {
  reply.header('ratelimit-limit', verdict.limit)
  reply.header('ratelimit-remaining', verdict.remaining)
  reply.header('ratelimit-reset', verdict.resetSeconds)
  if (verdict.isAllowed) return
  reply.header('retry-after', verdict.resetSeconds)
  refuse('REQUESTS_EXCEEDED', `Too many requests. Try again in ${verdict.resetSeconds} s.`)
}

/** A caller's own id is kept when it is harmless, so that its logs and ours can be laid side by side. */
function ownRequestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}
