/** The /portal/api scope: callers with a link that the dealer requested. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type PortalCall, type PortalPass, readPass } from '#billing/invoices/portal.ts'
import { portalRoutes } from '#billing/invoices/routes.ts'
import type { Context } from '#kernel/context.ts'
import { type CallMaker, mountPlain } from '../plain.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the link opens, set by the scope's hook. */
    pass: PortalPass
  }
}

export const portalScope =
  (ctx: Context, routeNotFound: () => Promise<never>) =>
  async (scope: FastifyInstance): Promise<void> => {
    scope.decorateRequest('pass')
    scope.setNotFoundHandler(routeNotFound)
    scope.addHook('onRequest', async (request) => {
      request.pass = await readPass(ctx, secretOf(request))
    })
    mountPlain(scope, portalRoutes, callOf(ctx))
  }

const secretOf = ({ headers }: FastifyRequest) => /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

const callOf =
  (ctx: Context): CallMaker<PortalCall> =>
  ({ pass: { askedBy, ...pass }, ip, id }) => ({
    ...ctx,
    ...pass,
    actor: { kind: 'visitor', id: `portal:${askedBy}`, address: ip, requestId: id },
  })
