/**
 * The link to the page where a dealer sees and pays its invoices. It is sealed, not stored: asking for one changes
 * nothing, so a token that may only read can have it too, and then it only shows (docs/decisions/0026).
 */
import { createHash } from 'node:crypto'
import { fromSeconds, seconds } from '../clock.ts'
import type { Acting, Call, Context } from '../context.ts'
import { refuse } from '../errors.ts'
import { livemodeOf } from './platform.ts'
import * as store from './store.ts'

const ttlSeconds = 15 * 60
const label = 'portal'

export interface PortalSession {
  readonly id: string
  readonly dealer: number
  readonly created: Date
  readonly livemode: boolean
  readonly returnUrl: string
  readonly url: string
}

export function openPortal(call: Pick<Call, 'dealer' | 'actor' | 'clock' | 'config' | 'vault'>): PortalSession {
  const { clock, config, vault, dealer, actor } = call
  const created = clock.now()
  const sealed = vault.seal(JSON.stringify({ token: actor.id, expires: seconds(created) + ttlSeconds }), label)
  // The fragment stays in the browser: no server, log or referrer sees it.
  const url = `${config.publicUrl}/portal#key=${sealed.toString('base64url')}`
  const id = `bps_${createHash('sha256').update(sealed).digest('hex').slice(0, 24)}`
  return { id, dealer, created, livemode: livemodeOf(config), returnUrl: config.publicUrl, url }
}

/** One request of the portal's page. */
export interface PortalCall extends Acting {
  readonly dealer: number
  readonly mayPay: boolean
  readonly expiresAt: Date
}

export type PortalPass = Pick<PortalCall, 'dealer' | 'mayPay' | 'expiresAt'> & { readonly token: string }

/** A link ends with its time, and with the access token it was asked for with. */
export async function readPass(ctx: Pick<Context, 'db' | 'clock' | 'vault'>, secret: string): Promise<PortalPass> {
  const { token: id, expires } = unsealed(ctx, secret) ?? refuse('INVALID_TOKEN', 'This link is not valid.')
  const [now, expiresAt] = [ctx.clock.now(), fromSeconds(expires)]
  const token = await store.findToken(ctx.db, id)
  if (!token || token.revokedAt !== null) return refuse('INVALID_TOKEN', 'This link is not valid.')
  if (expiresAt <= now || token.expiresAt <= now) refuse('TOKEN_EXPIRED', 'This link has expired. Ask for a new one.')
  return { token: id, dealer: token.dealerId, mayPay: token.level === 'full', expiresAt }
}

function unsealed({ vault }: Pick<Context, 'vault'>, secret: string): { token: string; expires: number } | undefined {
  if (!/^[\w-]{1,1000}$/.test(secret)) return undefined
  try {
    return JSON.parse(vault.open(Buffer.from(secret, 'base64url'), label))
  } catch {
    return undefined
  }
}
