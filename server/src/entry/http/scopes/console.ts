/** The caller of /console and /operator: nobody yet, or a person of a team. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OperatorCall, PersonCall } from '#identity/staff/call.ts'
import type { PersonSession } from '#identity/staff/person.ts'
import {
  type ConsoleCookie,
  operatorRoutes as ownOperatorRoutes,
  consoleRoutes as ownRoutes,
  publicRoutes as signInRoutes,
} from '#identity/staff/routes.ts'
import { consoleRoutes as placeRoutes } from '#insights/addresses/search/search-routes.ts'
import type { PlainRoute } from '#kernel/api/route.ts'
import type { Context, PublicCall } from '#kernel/context.ts'
import { forbidden } from '#kernel/errors.ts'
import { backupRoutes } from '#portals/backups/routes.ts'
import { operatorRoutes as platformRoutes } from '#portals/operator/routes.ts'
import { consoleRoutes as deviceRoutes } from '#portals/staff-devices/routes.ts'
import { examineServer } from '../../doctor/examine.ts'
import { jobs } from '../../timetable.ts'
import { again } from '../late.ts'
import { mountPlain, mountRow, refuseOtherMethodsOf } from '../plain.ts'
import { deviceOf, writeCookie } from './cookies.ts'
import { actorOf, personOf } from './person.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person, set by the scope's hook. */
    person: PersonSession
  }
}

/** Rows for anyone, with a secret in the body. */
export const publicConsoleRoutes: readonly PlainRoute<PublicCall & ConsoleCookie>[] = signInRoutes
/** Rows for signed-in people, of a dealer's team or the platform team. */
export const consoleRoutes: readonly PlainRoute<PersonCall & ConsoleCookie>[] = [
  ...ownRoutes,
  ...placeRoutes,
  ...deviceRoutes,
]
/** Rows for the platform's own team, under /operator. A feature exports its rows and is added here. */
export const operatorRoutes: readonly PlainRoute<OperatorCall>[] = [
  ...ownOperatorRoutes,
  ...platformRoutes(jobs, examineServer),
  ...backupRoutes,
]

export const consoleScope =
  (ctx: Context, routeNotFound: () => Promise<never>) =>
  async (app: FastifyInstance): Promise<void> => {
    app.setNotFoundHandler(routeNotFound)
    for (const row of publicConsoleRoutes) mountRow(app, row, publicCallOf(ctx))
    // biome-ignore lint/nursery/noMisusedPromises: a plugin is awaited by Fastify.
    await app.register(async (inside) => {
      const admit = async (request: FastifyRequest, reply: FastifyReply) => {
        request.person = (await personOf(ctx, request, reply)).session
      }
      inside.addHook('onRequest', admit)
      inside.addHook('preHandler', again(admit))
      for (const row of consoleRoutes) mountRow(inside, row, personCallOf(ctx))
    })
    refuseOtherMethodsOf(app, [...publicConsoleRoutes, ...consoleRoutes])
  }

export const operatorScope =
  (ctx: Context, routeNotFound: () => Promise<never>) =>
  async (app: FastifyInstance): Promise<void> => {
    app.setNotFoundHandler(routeNotFound)
    const admit = async (request: FastifyRequest, reply: FastifyReply) => {
      const { session } = await personOf(ctx, request, reply)
      if (session.dealerId !== null) forbidden('Only the platform team can do this. Ask the operator.')
      request.person = session
    }
    app.addHook('onRequest', admit)
    app.addHook('preHandler', again(admit))
    mountPlain(
      app,
      operatorRoutes,
      (request, reply, validate): OperatorCall => ({
        ...personCallOf(ctx)(request, reply, validate),
        dealer: null,
      }),
    )
  }

const agentMax = 200

function cookieOf(ctx: Context, request: FastifyRequest, reply: FastifyReply): ConsoleCookie {
  const device = deviceOf(ctx.config, request)
  return {
    agent: request.headers['user-agent']?.slice(0, agentMax) ?? null,
    device,
    setCookie(secret) {
      writeCookie(ctx.config, reply, 'console', secret)
      if (secret !== null && device !== null) writeCookie(ctx.config, reply, 'device', device)
    },
  }
}

const publicCallOf =
  (ctx: Context) =>
  (request: FastifyRequest, reply: FastifyReply, validate: PublicCall['validate']): PublicCall & ConsoleCookie => ({
    ...ctx,
    ...cookieOf(ctx, request, reply),
    actor: { kind: 'visitor', id: 'anybody', address: request.ip, requestId: request.id },
    validate,
  })

const personCallOf =
  (ctx: Context) =>
  (request: FastifyRequest, reply: FastifyReply, validate: PersonCall['validate']): PersonCall & ConsoleCookie => ({
    ...ctx,
    ...cookieOf(ctx, request, reply),
    dealer: request.person.dealerId,
    session: request.person,
    actor: actorOf(request, request.person),
    validate,
  })
