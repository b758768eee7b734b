/** The cookies of pages, and what keeps foreign pages from using them. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientRealm, staffRealm } from '#identity/login/realm.ts'
import { originSeconds } from '#identity/login-throttle/actions.ts'
import { supportTokenSeconds } from '#identity/sessions/session.ts'
import type { Config } from '#kernel/config/config.ts'
import { forbidden } from '#kernel/errors.ts'
import { originOf } from '#kernel/network/sites.ts'

/** A support session has its own cookie, independent of a client's in the same browser, and so has the console. */
export type CookieKind = 'session' | 'service' | 'console' | 'device'

const isSecure = ({ publicUrl }: Pick<Config, 'publicUrl'>) => publicUrl.startsWith('https:')

/** With `__Host-` no other host and no plain connection can set it. Browsers accept that name over TLS only. */
const nameOf = (config: Pick<Config, 'publicUrl'>, kind: CookieKind): string =>
  `${isSecure(config) ? '__Host-' : ''}waymark_${kind}`

const ages: Readonly<Record<CookieKind, number>> = {
  session: clientRealm.sessionSeconds,
  service: supportTokenSeconds,
  console: staffRealm.sessionSeconds,
  device: originSeconds,
}

/** Null removes it. */
export function writeCookie(
  config: Pick<Config, 'publicUrl'>,
  reply: FastifyReply,
  kind: CookieKind,
  secret: string | null,
): void {
  const age = secret === null ? 0 : ages[kind]
  const secure = isSecure(config) ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${nameOf(config, kind)}=${secret ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`,
  )
}

export function readCookie(
  config: Pick<Config, 'publicUrl'>,
  request: FastifyRequest,
  kind: CookieKind,
): string | undefined {
  const name = nameOf(config, kind)
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

/**
 * Recognises a browser after its session is over: it opens nothing, but gives the browser its own attempts at the
 * logins it has used. Only pages get one; a program would not send it back.
 */
export function deviceOf(config: Pick<Config, 'publicUrl'>, request: FastifyRequest): string | null {
  const known = readCookie(config, request, 'device')
  if (known && /^[\w-]{43}$/.test(known)) return known
  return request.headers['x-waymark'] === '1' ? randomBytes(32).toString('base64url') : null
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/**
 * A browser sends a cookie with every request, so a change must also show that one of our own pages sent it: a header
 * that a foreign page cannot set, and an origin that the browser itself guarantees.
 */
export function requireOwnPage(
  config: Pick<Config, 'publicUrl' | 'loginUrl'>,
  request: FastifyRequest,
  isChange = !safeMethods.includes(request.method),
): void {
  if (!isChange) return
  if (request.headers['x-waymark'] !== '1' || !isSameOrigin(config, request)) {
    forbidden('With a cookie, changes are accepted only from our own pages. Send X-Waymark: 1 from the same origin.')
  }
}

function isSameOrigin(config: Pick<Config, 'publicUrl' | 'loginUrl'>, request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined) return site === 'same-origin'
  try {
    const { host, protocol } = new URL(origin)
    const { site: own } = request
    const origins = own
      ? [originOf(config, own.host)]
      : [config.publicUrl, config.loginUrl].map((url) => new URL(url).origin)
    // An untrusted proxy hides the scheme; a browser that says `same-origin` has compared it.
    const isSameScheme = protocol === `${request.protocol}:` || site === 'same-origin'
    return origins.includes(origin) || (host === request.headers.host && isSameScheme)
  } catch {
    return false
  }
}
