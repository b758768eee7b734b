/**
 * The caller of the dealer's API: a program with an access token, or a person of the dealer's team with a console
 * session. Sessions are read from the database every time. Tokens are cached for a few seconds, but only while this
 * process receives revocations the moment they are committed; when that connection is cut, every request reads the
 * database again.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findToken, touchTokens } from '#identity/dealers/actions.ts'
import { type AccessToken, hashOf, looksLikeSecret } from '#identity/dealers/token.ts'
import { looksLikeSecret as looksLikeSession, staffRealm } from '#identity/login/realm.ts'
import { refuseSuspended } from '#identity/staff/actions.ts'
import type { Role } from '#identity/staff/right.ts'
import type { DialectName } from '#kernel/api/dialects.ts'
import type { Actor, Context } from '#kernel/context.ts'
import type { PubSub } from '#kernel/db/pubsub/pubsub.ts'
import { forbidden, refuse } from '#kernel/errors.ts'
import { logRepeated } from '#kernel/runtime/log.ts'
import { readCookie } from './cookies.ts'
import { personOf } from './person.ts'

const keepMs = 5_000
const keptMax = 10_000
const touchEveryMs = 10_000

/** What the dealer's API has to know about its caller. An access token already has all of it. */
export interface DealerCaller extends Pick<AccessToken, 'dealerId' | 'dialect' | 'level' | 'mayReadSecrets'> {
  /** Of the token, or of the session. */
  readonly id: string
  /** Set for a person, whose role decides what it may do. */
  readonly person?: { readonly id: string; readonly role: Role; readonly isByCookie: boolean }
}

/** Its name in the audit log. */
export const whoIs = ({ id, person }: DealerCaller): Pick<Actor, 'kind' | 'id'> =>
  person ? { kind: 'staff', id: person.id } : { kind: 'token', id }

export interface Authenticator {
  /** `dialect` is that of the path; without one, a person gets the dialect of its dealer. */
  authenticate(request: FastifyRequest, reply: FastifyReply, dialect: DialectName | undefined): Promise<DealerCaller>
  /** The cached token of a recent caller; undefined: call `authenticate`. */
  recall(request: FastifyRequest): DealerCaller | undefined
  close(): Promise<void>
}

export function authenticator(ctx: Context, notifications: Pick<PubSub, 'on' | 'isListening'>): Authenticator {
  const kept = new Map<string, { token: AccessToken; until: number }>()
  const lastUsed = new Map<string, Date>()
  /** Increased by every revocation: what was read before must not be cached after it. */
  let revocations = 0
  notifications.on('tokens', () => {
    revocations += 1
    kept.clear()
  })

  const touch = async () => {
    if (lastUsed.size === 0) return
    const used = new Map(lastUsed)
    lastUsed.clear()
    await touchTokens(ctx.db, used).catch((error) =>
      logRepeated(ctx.log, error, 'Failed to record the last use of tokens.'),
    )
  }
  const timer = setInterval(() => void touch(), touchEveryMs).unref()

  function keptToken(secret: string): AccessToken | undefined {
    const entry = kept.get(secret)
    return entry && entry.until > Date.now() && notifications.isListening() ? entry.token : undefined
  }

  async function lookUp(secret: string): Promise<AccessToken | undefined> {
    const known = keptToken(secret)
    if (known) return known
    const before = revocations
    const token = await findToken(ctx.db, hashOf(secret))
    if (token && notifications.isListening() && before === revocations) {
      if (kept.size >= keptMax) kept.clear()
      kept.set(secret, { token, until: Date.now() + keepMs })
    }
    return token
  }

  return {
    recall(request) {
      const token = keptToken(secretOf(request))
      const now = ctx.clock.now()
      if (!token || token.revokedAt !== null || token.isSuspended || token.expiresAt <= now) return undefined
      lastUsed.set(token.id, now)
      return token
    },
    async authenticate(request, reply, dialect) {
      const secret = secretOf(request)
      if (looksLikeSession(staffRealm, secret) || (secret === '' && isFromConsole(ctx, request))) {
        return staffCaller(ctx, request, reply, dialect)
      }
      const token = looksLikeSecret(secret) ? await lookUp(secret) : undefined
      if (!token || token.revokedAt !== null) {
        return refuse('INVALID_TOKEN', 'Send a valid access token in the header X-AccessToken.')
      }
      const now = ctx.clock.now()
      if (token.expiresAt <= now) return refuse('TOKEN_EXPIRED', 'The access token has expired. Ask for a new one.')
      if (token.isSuspended) return refuseSuspended()
      lastUsed.set(token.id, now)
      return token
    },
    async close() {
      clearInterval(timer)
      await touch()
    },
  }
}

/** A page of the console sends a cookie and no header. */
const isFromConsole = ({ config }: Context, request: FastifyRequest): boolean =>
  request.headers['x-accesstoken'] === undefined &&
  request.headers.authorization === undefined &&
  readCookie(config, request, 'console') !== undefined

async function staffCaller(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  dialect: DialectName | undefined,
): Promise<DealerCaller> {
  const { session, isByCookie } = await personOf(ctx, request, reply)
  if (session.dealerId === null) return forbidden('You are on the platform team. Use /operator.')
  if (session.isSuspended) return refuseSuspended()
  return {
    id: session.id,
    dealerId: session.dealerId,
    dialect: dialect ?? session.dialect,
    level: 'full',
    mayReadSecrets: false,
    person: { id: session.personId, role: session.role, isByCookie },
  }
}

function secretOf(request: FastifyRequest): string {
  const own = request.headers['x-accesstoken']
  if (typeof own === 'string') return own.trim()
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
}
