/** Joins the features' routes into one HTTP server. A dialect is a scope: prefix, caller, rows. */

import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify'
import { billingRoutes as billRoutes } from '#billing/bills/routes.ts'
import { publicRoutes as paymentLinkRoutes } from '#billing/client-invoices/checkouts/link-routes.ts'
import { dealerRoutes as automationRoutes } from '#billing/dunning/routes.ts'
import { dealerRoutes as cardRoutes, billingRoutes as invoiceRoutes } from '#billing/invoices/routes.ts'
import { billingRoutes as planBillingRoutes, dealerRoutes as planRoutes } from '#billing/plans/routes.ts'
import { dealerRoutes as subscriptionRoutes } from '#billing/subscriptions/routes.ts'
import { dealerRoutes as planLifecycleRoutes } from '#customers/accounts/plan-routes.ts'
import { dealerRoutes as accountRoutes } from '#customers/accounts/routes.ts'
import { dealerRoutes as signUpRoutes } from '#customers/activation/routes.ts'
import { dealerRoutes as invitationRoutes } from '#customers/invitations/routes.ts'
import { dealerRoutes as companyRoutes, publicRoutes as publicCompanyRoutes } from '#identity/company/routes.ts'
import { dealerRoutes as tokenRoutes } from '#identity/dealers/routes.ts'
import { loadSites } from '#identity/domains/actions.ts'
import { dealerRoutes as domainRoutes } from '#identity/domains/routes.ts'
import { networkOf } from '#identity/login-throttle/throttle.ts'
import { dealerRoutes as staffRoutes } from '#identity/staff/routes.ts'
import { operatorWatch } from '#identity/staff/set-up.ts'
import { dealerRoutes as userRoutes } from '#identity/users/routes.ts'
import { dealerRoutes as sensorRoutes } from '#insights/sensors/routes.ts'
import { type DialectName, dialectNames, dialects } from '#kernel/api/dialects.ts'
import { type RateLimiter, rateLimiter, refuseOver } from '#kernel/api/limits.ts'
import type { PlainRoute, Route } from '#kernel/api/route.ts'
import { shareLimits } from '#kernel/api/shared-limits.ts'
import { dealerRoutes as auditRoutes } from '#kernel/audit/routes.ts'
import { sandboxRoutes } from '#kernel/cards/routes.ts'
import type { Context, PublicCall } from '#kernel/context.ts'
import type { PubSub } from '#kernel/db/pubsub/pubsub.ts'
import { refuse } from '#kernel/errors.ts'
import { dealerRoutes as mailServerRoutes } from '#kernel/mail/routes.ts'
import { dealerRoutes as eventRoutes } from '#kernel/outgoing-events/routes.ts'
import { dealerRoutes as todayRoutes } from '#portals/dashboard/routes.ts'
import { loadSettings } from '#portals/operator/settings/settings-actions.ts'
import { dealerRoutes as tagRoutes } from '#tracking/beacons/routes.ts'
import { dealerRoutes as binRoutes } from '#tracking/bin/routes.ts'
import { hardwareRoutes } from '#tracking/catalogue/routes.ts'
import { dealerRoutes as commandRoutes } from '#tracking/commands/routes.ts'
import type { Intake } from '#tracking/gateway/intake.ts'
import { dealerRoutes as intakeTokenRoutes } from '#tracking/ingest-tokens/routes.ts'
import { dealerRoutes as lobbyRoutes } from '#tracking/unclaimed-devices/routes.ts'
import { dealerRoutes as unitRoutes } from '#tracking/units/routes.ts'
import { bodyBytesMax, readBodies } from './body.ts'
import { compressJson } from './compression.ts'
import { answerError, errorBody } from './errors.ts'
import { health, type Readiness } from './health.ts'
import { intakeRoutes } from './intake.ts'
import { isLate } from './late.ts'
import { mount } from './mount.ts'
import { type MountedRoutes, openApiText, serveOpenApi } from './openapi/openapi.ts'
import { clientDocumentText } from './openapi/openapi-client.ts'
import { consoleDocumentText } from './openapi/openapi-console.ts'
import { operatorDocumentText } from './openapi/openapi-operator.ts'
import { mapTiles, toWire as streetsToWire } from './pages/map-tiles.ts'
import { pages } from './pages/pages.ts'
import { devicePictures } from './pages/pictures.ts'
import { isNavigation } from './pages/refusal-page.ts'
import { wellKnown } from './pages/well-known.ts'
import { type CallMaker, mountPlain } from './plain.ts'
import { type RequestLog, requestLog } from './requests.ts'
import { dealerRoutes as requestRoutes } from './requests-routes.ts'
import { type Authenticator, authenticator, type DealerCaller, whoIs } from './scopes/auth.ts'
import { clientScope } from './scopes/client.ts'
import { consoleScope, operatorScope } from './scopes/console.ts'
import { consoleMounts } from './scopes/console-mounts.ts'
import { isHidden } from './scopes/internal.ts'
import { portalScope } from './scopes/portal.ts'
import { sharedScope } from './scopes/shared.ts'
import { brandOf, isElsewhere, isStray, siteOf, sitePages } from './scopes/sites.ts'
import { traceRequests } from './trace-requests.ts'
import { webhooks } from './webhooks.ts'

const dealerRoutes = [
  ...accountRoutes,
  ...subscriptionRoutes,
  ...invitationRoutes,
  ...signUpRoutes,
  ...intakeTokenRoutes,
  ...automationRoutes,
  ...userRoutes,
  ...unitRoutes,
  ...binRoutes,
  ...sensorRoutes,
  ...tagRoutes,
  ...commandRoutes,
  ...lobbyRoutes,
  ...planRoutes,
  ...planLifecycleRoutes,
  ...companyRoutes,
  ...domainRoutes,
  ...mailServerRoutes,
  ...cardRoutes,
  ...eventRoutes,
  ...staffRoutes,
  ...tokenRoutes,
  ...auditRoutes,
  ...requestRoutes,
  ...todayRoutes,
]

/** The whole route table by where it is mounted. Without a dialect the caller's token chooses it. */
export const mountedRoutes: readonly MountedRoutes[] = [
  ...dialectNames.map((dialect) => ({ prefix: dialects[dialect].prefix, routes: dealerRoutes, dialect })),
  { prefix: '/billing', routes: [...planBillingRoutes, ...billRoutes, ...invoiceRoutes] },
  { prefix: '/client/hardware', routes: hardwareRoutes },
  { prefix: '/platform/hardware', routes: hardwareRoutes },
  ...consoleMounts,
]

let documents: ReadonlyMap<string, string> | undefined

/** The OpenAPI documents by name. All servers of a process have the same routes, so they are written once. */
export function openApiDocuments(): ReadonlyMap<string, string> {
  documents ??= new Map([
    ...dialectNames.map((dialect) => [dialect, openApiText(dialect, mountedRoutes)] as const),
    ['client', clientDocumentText()],
    ['console', consoleDocumentText()],
    ['operator', operatorDocumentText()],
  ])
  return documents
}

const headBytesMax = 16 * 1024

export interface ServerOptions {
  readonly notifications: PubSub
  readonly readiness: Readiness
  /** Where messages of devices over HTTP go, once the gateway is up. */
  readonly intake?: () => Intake | undefined
  /** Folder of the built web pages. */
  readonly pagesFolder: string
}

export async function createServer(ctx: Context, options: ServerOptions): Promise<FastifyInstance> {
  const limiters = {
    address: rateLimiter(ctx.config.addressRequestsPerMinute),
    token: rateLimiter(ctx.config.tokenRequestsPerMinute),
  }
  const admit = admission(ctx, limiters.address)
  const app = Fastify({
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => ownRequestId(request.headers['x-request-id']),
    trustProxy: ctx.config.trustedProxies.length > 0 ? [...ctx.config.trustedProxies] : false,
    bodyLimit: bodyBytesMax,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // Node checks for slow connections only this often.
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: headBytesMax,
      // Node would answer a missing Host without a body; `admission` requires it.
      requireHostHeader: false,
    },
    // As long as a path can be: the format of ids is checked elsewhere.
    routerOptions: { maxParamLength: headBytesMax, ignoreTrailingSlash: false },
    // While closing, our own guard answers, with our own body.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      void answerUnrouted(ctx, admit, error, request as FastifyRequest, reply as unknown as FastifyReply),
    clientErrorHandler: (_error, socket) => answerUnreadable(ctx, socket),
  })
  // An unknown expectation may be ignored; Node would refuse it without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  const auth = authenticator(ctx, options.notifications)
  app.addHook('onClose', () => auth.close())
  app.addHook('onClose', shareLimits(ctx.db, options.notifications, limiters))
  app.addHook('onRoute', (route) => {
    if (endsTokens(route)) route.onSend = async () => options.notifications.catchUp()
  })
  // Other nodes change settings too. Without a database there are no notifications, and its return is announced.
  options.notifications.on('settings', () => void loadSettings(ctx).catch(() => {}))
  options.notifications.on('domains', () => void loadSites(ctx).catch(() => {}))
  const requests = requestLog(ctx)
  app.addHook('onClose', () => requests.close())
  app.decorateRequest('caller')
  app.decorateRequest('person')
  app.decorateRequest('ids')
  app.decorateRequest('site')
  app.decorateRequest('isStray', false)
  app.setErrorHandler((error, request, reply) => answerError(ctx.log, error, request, reply))
  app.setNotFoundHandler(routeNotFound)
  traceRequests(app, ctx.traces)
  guard(app, ctx, admit, options.readiness)
  readBodies(app)
  compressJson(app)

  health(app, ctx, options.readiness)
  wellKnown(app, ctx)
  sitePages(app, ctx)
  devicePictures(app)
  mapTiles(app, ctx.maps)
  serveOpenApi(app, openApiDocuments())
  pages(app, {
    dist: options.pagesFolder,
    streets: async () => streetsToWire(await ctx.maps.current()),
    hasOperator: operatorWatch(ctx),
    brandOf: (site) => brandOf(ctx, site),
    settings: ctx.config,
  })
  const callerOf = callerHook(auth, limiters.token)
  for (const { prefix, routes, dialect } of mountedRoutes) {
    await app.register(dealerScope(ctx, callerOf(dialect), requests, routes, dialect), { prefix })
  }
  await app.register(publicScope(ctx, sandboxRoutes), { prefix: '/sandbox' })
  await app.register(publicScope(ctx, paymentLinkRoutes))
  await app.register(cachedScope(ctx, publicCompanyRoutes), { prefix: '/public' })
  await app.register(portalScope(ctx, routeNotFound), { prefix: '/portal/api' })
  webhooks(app, ctx)
  intakeRoutes(app, ctx, options.intake ?? (() => undefined))
  await app.register(clientScope(ctx, options.notifications, routeNotFound), { prefix: '/client' })
  await app.register(sharedScope(ctx, options.notifications))
  await app.register(consoleScope(ctx, routeNotFound), { prefix: '/console' })
  await app.register(operatorScope(ctx, routeNotFound), { prefix: '/operator' })
  return app
}

/** A revoked token must stop working at once: it leaves the cache before the answer is sent. */
const endsTokens = ({ method, url }: RouteOptions): boolean =>
  method !== 'GET' && method !== 'HEAD' && /\/tokens\/:id$|^\/operator\/dealers\//.test(url)

/** Hooks of every request use a callback instead of a promise: they nearly always need not wait. */
type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

const dealerScope =
  (ctx: Context, callerOf: Hook, requests: RequestLog, routes: readonly Route[], dialect?: DialectName) =>
  async (scope: FastifyInstance): Promise<void> => {
    scope.addHook('onRequest', callerOf)
    scope.addHook('preHandler', (request, reply, done) => (isLate(reply) ? callerOf(request, reply, done) : done()))
    scope.addHook('onResponse', (request, reply, done) => {
      noteRequest(ctx, requests, request, reply)
      done()
    })
    scope.setNotFoundHandler(routeNotFound)
    mount(scope, ctx, routes, dialect && dialects[dialect])
  }

/** Without a known caller there is nobody to record the request for. */
function noteRequest({ clock }: Context, requests: RequestLog, request: FastifyRequest, reply: FastifyReply): void {
  const { caller, method, url, id } = request as Partial<FastifyRequest> & Pick<FastifyRequest, 'method' | 'url' | 'id'>
  if (!caller) return
  const actor = whoIs(caller)
  requests.add({
    dealerId: caller.dealerId,
    at: clock.now(),
    method,
    path: url.split('?', 1)[0] ?? '',
    status: reply.statusCode,
    durationMs: reply.elapsedTime,
    requestId: id,
    actorKind: actor.kind,
    actorId: actor.id,
  })
}

const publicScope =
  (ctx: Context, routes: readonly PlainRoute<PublicCall>[]) =>
  async (scope: FastifyInstance): Promise<void> =>
    mountPlain(scope, routes, visitorOf(ctx))

/** The same for everyone, so browsers and proxies may cache it for five minutes. */
const cachedScope =
  (ctx: Context, routes: readonly PlainRoute<PublicCall>[]) =>
  async (scope: FastifyInstance): Promise<void> => {
    scope.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode === 200) reply.header('cache-control', 'public, max-age=300')
    })
    mountPlain(scope, routes, visitorOf(ctx))
  }

/** A visitor with a link: the link is all that is known of them, and it is a secret. */
const visitorOf =
  (ctx: Context): CallMaker<PublicCall> =>
  (request, _reply, validate) => ({
    ...ctx,
    site: request.site,
    actor: { kind: 'visitor', id: 'link', address: request.ip, requestId: request.id },
    validate,
  })

const routeNotFound = async () => refuse('ROUTE_NOT_FOUND', 'This path does not exist.')

/** Each path names those of these that it takes. */
const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** Headers of every answer, whatever went wrong. They keep browsers from doing anything odd with it. */
const headersOf = ({ config }: Context, requestId: string, isSite = false): Record<string, string> => ({
  'x-request-id': requestId,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  ...(config.publicUrl.startsWith('https:') && {
    // What else a dealer has below its domain is not ours to decide.
    'strict-transport-security': `max-age=31536000${isSite ? '' : '; includeSubDomains'}`,
  }),
})

type Admit = (request: FastifyRequest, reply: FastifyReply) => void

/** What every request passes first: its headers, and the bucket of its address. */
function admission(ctx: Context, allow: RateLimiter): Admit {
  return (request, reply) => {
    request.site = siteOf(ctx, request)
    request.isStray = isNavigation(request) && isStray(ctx, request)
    reply.headers(headersOf(ctx, request.id, request.site !== undefined))
    if (!unlimited.includes(request.routeOptions.url ?? '')) refuseOver(allow(networkOf(request.ip)), reply)
    if (!knownMethods.includes(request.method)) {
      reply.header('allow', knownMethods.join(', '))
      refuse('METHOD_NOT_ALLOWED', `No path accepts ${request.method}.`)
    }
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      refuse('INVALID_PAYLOAD', 'The header Host is required.')
    }
  }
}

const unlimited = ['/healthz', '/readyz', '/metrics']

function guard(app: FastifyInstance, ctx: Context, admit: Admit, readiness: Readiness): void {
  const hook: Hook = (request, reply, done) => {
    admit(request, reply)
    if (isHidden(ctx.config, request) || isElsewhere(ctx, request))
      refuse('ROUTE_NOT_FOUND', 'This path does not exist.')
    if (unlimited.includes(request.routeOptions.url ?? '')) return done()
    if (!readiness.isReady) {
      reply.header('retry-after', '1')
      refuse('SERVICE_UNAVAILABLE', 'Waymark is starting or stopping. Try again shortly.')
    }
    // The next request of this connection then goes to another node.
    if (readiness.isLeaving) reply.header('connection', 'close')
    if (!ctx.config.isTestInstallation) return done()
    ctx.clock.refresh(ctx.db).then(() => done(), done)
  }
  app.addHook('onRequest', hook)
}

/** A path that the router cannot read passes no hook, so the hook's work is done here. */
function answerUnrouted(ctx: Context, admit: Admit, error: Error, request: FastifyRequest, reply: FastifyReply): void {
  try {
    admit(request, reply)
    answerError(ctx.log, error, request, reply)
  } catch (refusal) {
    answerError(ctx.log, refusal, request, reply)
  }
}

/** What is not HTTP, or arrives too slowly, never becomes a request. */
function answerUnreadable(ctx: Context, socket: Socket): void {
  if (!socket.writable) return
  const id = randomUUID()
  const body = errorBody([{ code: 'INVALID_PAYLOAD', message: 'The request could not be parsed.' }], id)
  const headers = {
    ...headersOf(ctx, id),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 400 Bad Request\r\n${head.join('')}\r\n${body}`)
}

function callerHook(auth: Authenticator, allow: RateLimiter): (dialect: DialectName | undefined) => Hook {
  const admit = (caller: DealerCaller, request: FastifyRequest, reply: FastifyReply) => {
    const isNew = request.caller === undefined
    request.caller = caller
    if (isNew) refuseOver(allow(caller.id), reply)
  }
  return (dialect) => (request, reply, done) => {
    const known = auth.recall(request)
    if (known) {
      admit(known, request, reply)
      return done()
    }
    auth
      .authenticate(request, reply, dialect)
      .then((caller) => admit(caller, request, reply))
      .then(() => done(), done)
  }
}

/** A caller's own id is kept if it is harmless, so that its logs and ours can be compared. */
function ownRequestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}
