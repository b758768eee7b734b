/** The caller of /client: nobody yet, a client, or a dealer in a support session. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientRoutes as paymentLinkRoutes } from '#billing/client-invoices/checkouts/link-routes.ts'
import { clientRoutes as collectionRoutes } from '#billing/client-invoices/collection/collection-routes.ts'
import { heldModules } from '#billing/subscriptions/actions.ts'
import { clientRoutes as premiumRoutes } from '#billing/subscriptions/routes.ts'
import { publicRoutes as activationRoutes } from '#customers/activation/routes.ts'
import { clientRoutes as erasureRoutes, publicRoutes as publicErasureRoutes } from '#customers/erasure/routes.ts'
import { clientRoutes as invitationRoutes } from '#customers/invitations/routes.ts'
import type { Operation } from '#identity/access/access.ts'
import { clientRoutes as credentialRoutes, publicRoutes as resetRoutes } from '#identity/credentials/routes.ts'
import { findSession, recordSupportAccess, supportActorId } from '#identity/sessions/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { appsOf, requireInside, type Session } from '#identity/sessions/session.ts'
import { clientRoutes as addressRoutes } from '#insights/addresses/routes.ts'
import { clientRoutes as placeRoutes } from '#insights/addresses/search/search-routes.ts'
import { clientRoutes as driverRoutes } from '#insights/drivers/routes.ts'
import { clientRoutes as drivingRoutes } from '#insights/driving/routes.ts'
import { clientRoutes as stayRoutes } from '#insights/dwell/routes.ts'
import { clientRoutes as geofenceRoutes } from '#insights/geofences/routes.ts'
import { clientRoutes as groupRoutes } from '#insights/groups/routes.ts'
import { clientRoutes as labelRoutes } from '#insights/labels/routes.ts'
import { clientRoutes as logbookRoutes } from '#insights/logbook/routes.ts'
import { clientRoutes as maintenanceRoutes } from '#insights/maintenance/routes.ts'
import { clientRoutes as notificationRoutes } from '#insights/notifications/routes.ts'
import { clientRoutes as reportRoutes } from '#insights/reports/routes.ts'
import {
  publicRoutes as reportFileRoutes,
  savedRoutes as savedReportRoutes,
} from '#insights/reports/saved/saved-routes.ts'
import { clientRoutes as sensorRoutes } from '#insights/sensors/routes.ts'
import { clientRoutes as tripRoutes } from '#insights/trips/routes.ts'
import type { PlainRoute } from '#kernel/api/route.ts'
import { type Context, isServedAt, type PublicCall } from '#kernel/context.ts'
import type { PubSub } from '#kernel/db/pubsub/pubsub.ts'
import { forbidden, refuse } from '#kernel/errors.ts'
import { clientRoutes as assetRoutes } from '#portals/assets/routes.ts'
import { clientRoutes as buildingRoutes } from '#portals/buildings/routes.ts'
import { clientRoutes as exportRoutes } from '#portals/client-app/export-routes.ts'
import {
  type CookieCall,
  clientRoutes as ownRoutes,
  publicRoutes as sessionRoutes,
} from '#portals/client-app/routes.ts'
import { clientRoutes as toolRoutes } from '#portals/client-app/tools-routes.ts'
import { clientRoutes as mapRoutes } from '#portals/maps/routes.ts'
import { publicRoutes as joinRoutes, clientRoutes as peopleRoutes } from '#portals/people/routes.ts'
import { clientRoutes as shareRoutes, unitLinkRoutes } from '#portals/shares/routes.ts'
import { clientRoutes as modelRoutes } from '#tracking/catalogue/routes.ts'
import { clientRoutes as commandRoutes } from '#tracking/commands/routes.ts'
import { clientRoutes as termRoutes } from '#tracking/renewals/routes.ts'
import { clientRoutes as unclaimedRoutes } from '#tracking/unclaimed-devices/routes.ts'
import { clientRoutes as unitRoutes } from '#tracking/units/routes.ts'
import { clientRoutes as unitSettingsRoutes } from '#tracking/units/settings/settings-routes.ts'
import { clientRoutes as vehicleRoutes } from '#tracking/vehicles/routes.ts'
import { again } from '../late.ts'
import { LiveStreams } from '../live/live.ts'
import { mountRow, refuseOtherMethodsOf } from '../plain.ts'
import { type CookieKind, deviceOf, readCookie, requireOwnPage, writeCookie } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in client, set by the scope's hook. */
    session: Session
  }
}

type Cookied<C> = C & CookieCall

/** Rows for anyone, with a secret in the body. */
export const publicClientRoutes: readonly PlainRoute<Cookied<PublicCall>>[] = [
  ...activationRoutes,
  ...sessionRoutes,
  ...resetRoutes,
  ...publicErasureRoutes,
  ...joinRoutes,
  ...reportFileRoutes,
]
/** Rows for signed-in clients. */
export const clientRoutes: readonly PlainRoute<Cookied<ClientCall>, Operation>[] = [
  ...addressRoutes,
  ...assetRoutes,
  ...buildingRoutes,
  ...ownRoutes,
  ...exportRoutes,
  ...commandRoutes,
  ...driverRoutes,
  ...drivingRoutes,
  ...credentialRoutes,
  ...erasureRoutes,
  ...geofenceRoutes,
  ...notificationRoutes,
  ...groupRoutes,
  ...invitationRoutes,
  ...labelRoutes,
  ...logbookRoutes,
  ...maintenanceRoutes,
  ...mapRoutes,
  ...placeRoutes,
  ...modelRoutes,
  ...paymentLinkRoutes,
  ...collectionRoutes,
  ...peopleRoutes,
  ...premiumRoutes,
  ...reportRoutes,
  ...savedReportRoutes,
  ...shareRoutes,
  ...toolRoutes,
  ...stayRoutes,
  ...termRoutes,
  ...tripRoutes,
  ...sensorRoutes,
  ...unclaimedRoutes,
  ...unitRoutes,
  ...unitLinkRoutes,
  ...unitSettingsRoutes,
  ...vehicleRoutes,
]

export function clientScope(ctx: Context, notifications: PubSub, routeNotFound: () => Promise<never>) {
  return async (app: FastifyInstance): Promise<void> => {
    app.decorateRequest('session')
    app.setNotFoundHandler(routeNotFound)
    const live = new LiveStreams(ctx, notifications)
    app.addHook('preClose', async () => live.close())
    const all = [...publicClientRoutes, ...clientRoutes, live.row]
    for (const row of publicClientRoutes) mountRow(app, row, publicCallOf(ctx))
    // biome-ignore lint/nursery/noMisusedPromises: a plugin is awaited by Fastify.
    await app.register(async (inside) => {
      inside.addHook('onRequest', async (request, reply) => {
        await admit(ctx, request, reply)
        await noteSupport(ctx, request)
      })
      inside.addHook(
        'preHandler',
        again((request, reply) => admit(ctx, request, reply)),
      )
      for (const row of clientRoutes)
        mountRow(inside, row, clientCallOf(ctx), (request) => allow(ctx, row, request.session))
      inside.route({
        method: 'GET',
        url: live.row.path,
        exposeHeadRoute: false,
        onRequest: (request) => allow(ctx, live.row, request.session),
        handler: (request, reply) =>
          live.row.stream(
            clientCallOf(ctx)(request, reply, () => {}),
            reply,
          ),
      })
    })
    refuseOtherMethodsOf(app, all)
  }
}

type Guarded = Pick<PlainRoute<never, Operation>, 'path' | 'operation' | 'module'>

/** First who may do this at all, then whether the account's plan includes it: checked every time, as the session is. */
async function allow(ctx: Context, row: Guarded, session: Session): Promise<void> {
  if (!row.operation) throw new Error(`${row.path} has no operation in the table of access.`)
  requireInside(session, row.operation)
  if (row.module === undefined) return
  const held = await heldModules(ctx, session.accountId, appsOf(session))
  if (!held.includes(row.module)) {
    forbidden(`Your plan doesn’t include the module ${row.module}. Contact your provider.`)
  }
}

/** Reads the database every time: whatever ends a session ends it for the very next request. */
async function admit(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { secret, cookie } = secretOf(ctx, request)
  const found = secret === undefined ? undefined : await findSession(ctx, secret)
  // Under a dealer's own domain, sessions with other dealers do not count.
  const isElsewhere = found !== undefined && found !== 'expired' && !isServedAt(request.site, found.dealerId)
  const session = isElsewhere ? undefined : found
  if (!session || session === 'expired') {
    if (cookie) writeCookie(ctx.config, reply, cookie, null)
    return session === 'expired'
      ? refuse('TOKEN_EXPIRED', 'The session has ended. Sign in again.')
      : refuse('INVALID_TOKEN', 'Sign in first.')
  }
  if (cookie) requireOwnPage(ctx.config, request)
  request.session = session
}

async function noteSupport(ctx: Context, request: FastifyRequest): Promise<void> {
  const { session } = request
  if (session.kind === 'client') return
  const actor = actorOf(request, session)
  await recordSupportAccess({ ...ctx, actor }, session, `${request.method} ${request.url.split('?')[0]}`)
}

/** A header identifies a program; a page is identified by its cookie, that of a support session before a client's. */
function secretOf({ config }: Context, request: FastifyRequest): { secret?: string; cookie?: CookieKind } {
  const { authorization } = request.headers
  if (authorization !== undefined || request.headers['x-accesstoken'] !== undefined) {
    const secret = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
    return secret === undefined ? {} : { secret }
  }
  for (const cookie of ['service', 'session'] as const) {
    const secret = readCookie(config, request, cookie)
    if (secret) return { secret, cookie }
  }
  return {}
}

const actorOf = (request: FastifyRequest, session: Session): ClientCall['actor'] => ({
  ...(session.kind === 'client'
    ? { kind: 'client' as const, id: session.userId }
    : { kind: 'visitor' as const, id: supportActorId(session.id) }),
  address: request.ip,
  requestId: request.id,
  account: session.accountId,
})

const agentMax = 200

function cookieCall(ctx: Context, request: FastifyRequest, reply: FastifyReply): CookieCall {
  const device = deviceOf(ctx.config, request)
  return {
    agent: request.headers['user-agent']?.slice(0, agentMax) ?? null,
    device,
    setCookie(kind, secret) {
      writeCookie(ctx.config, reply, kind, secret)
      if (kind === 'session' && secret !== null && device !== null) writeCookie(ctx.config, reply, 'device', device)
    },
  }
}

const publicCallOf =
  (ctx: Context) =>
  (request: FastifyRequest, reply: FastifyReply, validate: PublicCall['validate']): Cookied<PublicCall> => ({
    ...ctx,
    ...cookieCall(ctx, request, reply),
    site: request.site,
    actor: { kind: 'visitor', id: 'anybody', address: request.ip, requestId: request.id },
    validate,
  })

const clientCallOf =
  (ctx: Context) =>
  (request: FastifyRequest, reply: FastifyReply, validate: ClientCall['validate']): Cookied<ClientCall> => {
    const { session } = request
    return {
      ...ctx,
      ...cookieCall(ctx, request, reply),
      dealer: session.dealerId,
      account: session.accountId,
      user: session.userId,
      apps: appsOf(session),
      session,
      sight: session.sight,
      expired: session.expired,
      // A dealer in a support session owns no private trips.
      viewer: session.kind === 'client' ? session.userId : null,
      actor: actorOf(request, session),
      validate,
    }
  }
