/**
 * The person of a console request. The session is read from the database every time: a revoked one ends immediately.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findPersonSession } from '#identity/staff/actions.ts'
import type { PersonSession } from '#identity/staff/person.ts'
import type { Actor, Context } from '#kernel/context.ts'
import { refuse } from '#kernel/errors.ts'
import { readCookie, requireOwnPage, writeCookie } from './cookies.ts'

export interface Visitor {
  readonly session: PersonSession
  readonly isByCookie: boolean
}

/** By header, or by the cookie of a page; then a change must come from one of our own pages. */
export async function personOf(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<Visitor> {
  const { authorization, 'x-accesstoken': token } = request.headers
  const isByCookie = authorization === undefined && token === undefined
  const secret = isByCookie
    ? readCookie(ctx.config, request, 'console')
    : typeof token === 'string'
      ? token.trim()
      : /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
  const session = await findPersonSession(ctx, secret ?? '')
  if (!session || session === 'expired') {
    if (isByCookie && secret !== undefined) writeCookie(ctx.config, reply, 'console', null)
    return session === 'expired'
      ? refuse('TOKEN_EXPIRED', 'The session has ended. Sign in again.')
      : refuse('INVALID_TOKEN', 'Sign in first.')
  }
  if (isByCookie) requireOwnPage(ctx.config, request)
  return { session, isByCookie }
}

export const actorOf = ({ ip, id }: FastifyRequest, session: PersonSession): Actor => ({
  kind: session.dealerId === null ? 'operator' : 'staff',
  id: session.personId,
  address: ip,
  requestId: id,
})
