/**
 * Who calls? Tokens are kept in memory for a few seconds, but only while this process hears revocations
 * the moment they are committed; when the line is cut, every request asks the database again.
 */
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Notifications } from '../db/notifications.ts'
import { findToken, touchTokens } from '../dealers/actions.ts'
import { type AccessToken, hashOf, looksLikeSecret } from '../dealers/token.ts'
import { refuse } from '../errors.ts'

const keepMs = 5_000
const keptMax = 10_000
const touchEveryMs = 10_000

export interface Authenticator {
  authenticate(request: FastifyRequest): Promise<AccessToken>
  /** The token of a caller who was here a moment ago, at once; undefined: ask `authenticate`. */
  recall(request: FastifyRequest): AccessToken | undefined
  close(): Promise<void>
}

export function authenticator(ctx: Pick<Context, 'db' | 'clock' | 'log'>, notifications: Notifications): Authenticator {
  const kept = new Map<string, { token: AccessToken; until: number }>()
  const lastUsed = new Map<string, Date>()
  /** Raised by every revocation: what was read before it must not be kept after it. */
  let revocations = 0
  notifications.on('tokens', () => {
    revocations += 1
    kept.clear()
  })

  const touch = async () => {
    if (lastUsed.size === 0) return
    const used = new Map(lastUsed)
    lastUsed.clear()
    await touchTokens(ctx.db, used).catch((error) => ctx.log.warn({ err: error }, 'Last use of tokens was not noted.'))
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
      if (!token || token.revokedAt !== null || token.expiresAt <= now) return undefined
      lastUsed.set(token.id, now)
      return token
    },
    async authenticate(request) {
      const secret = secretOf(request)
      const token = looksLikeSecret(secret) ? await lookUp(secret) : undefined
      if (!token || token.revokedAt !== null) {
        return refuse('INVALID_TOKEN', 'Send a valid access token in the header X-AccessToken.')
      }
      const now = ctx.clock.now()
      if (token.expiresAt <= now) return refuse('TOKEN_EXPIRED', 'The access token has expired. Ask for a new one.')
      lastUsed.set(token.id, now)
      return token
    },
    async close() {
      clearInterval(timer)
      await touch()
    },
  }
}

function secretOf(request: FastifyRequest): string {
  const own = request.headers['x-accesstoken']
  if (typeof own === 'string') return own.trim()
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
}
