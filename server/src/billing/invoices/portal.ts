/**
 * The link to the page where a dealer sees and pays its invoices. It is sealed, not stored: requesting one changes
 * nothing, so a read-only token can get it too, and then it only shows (docs/decisions/0026).
 */
import { createHash } from 'node:crypto'
import { mayDo, type Role } from '#identity/staff/right.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { refuse } from '#kernel/errors.ts'
import { fromSeconds, seconds } from '#kernel/time/clock.ts'
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
  const sealed = vault.seal(
    JSON.stringify({ kind: actor.kind, id: actor.id, expires: seconds(created) + ttlSeconds } satisfies Sealed),
    label,
  )
  // The fragment stays in the browser: no server, log or referrer sees it.
  const url = `${config.publicUrl}/portal#key=${sealed.toString('base64url')}`
  const id = `bps_${createHash('sha256').update(sealed).digest('hex').slice(0, 24)}`
  return { id, dealer, created, livemode: livemodeOf(config), returnUrl: config.publicUrl, url }
}

/** A request of the portal's page. */
export interface PortalCall extends ActorContext {
  readonly dealer: number
  readonly mayPay: boolean
  readonly expiresAt: Date
}

export type PortalPass = Pick<PortalCall, 'dealer' | 'mayPay' | 'expiresAt'> & {
  /** The id of the access token or of the person. */
  readonly askedBy: string
}

interface Sealed {
  readonly kind: string
  readonly id: string
  readonly expires: number
}

/** A link ends with its time, and with the access token or the person that requested it. */
export async function readPass(ctx: Pick<Context, 'db' | 'clock' | 'vault'>, secret: string): Promise<PortalPass> {
  const { kind, id, expires } = unsealed(ctx, secret) ?? notValid()
  const asker = (await (kind === 'staff' ? findPerson(ctx, id) : findToken(ctx, id))) ?? notValid()
  const [now, expiresAt] = [ctx.clock.now(), fromSeconds(expires)]
  if (expiresAt <= now || asker.endsAt <= now) refuse('TOKEN_EXPIRED', 'This link has expired. Request a new one.')
  return { askedBy: id, dealer: asker.dealerId, mayPay: asker.mayPay, expiresAt }
}

const notValid = (): never => refuse('INVALID_TOKEN', 'This link is not valid.')

interface Asker {
  readonly dealerId: number
  readonly mayPay: boolean
  readonly endsAt: Date | number
}

async function findToken({ db }: Pick<Context, 'db'>, id: string): Promise<Asker | undefined> {
  const token = await store.findToken(db, id)
  if (!token || token.revokedAt !== null) return undefined
  return { dealerId: token.dealerId, mayPay: token.level === 'full', endsAt: token.expiresAt }
}

/** While the person is in the team; those who may charge clients may also spend the dealer's money. */
async function findPerson({ db }: Pick<Context, 'db'>, id: string): Promise<Asker | undefined> {
  const person = await store.findPerson(db, id)
  if (!person || person.dealerId === null) return undefined
  return { dealerId: person.dealerId, mayPay: mayDo(person.role as Role, 'bills'), endsAt: Number.POSITIVE_INFINITY }
}

function unsealed({ vault }: Pick<Context, 'vault'>, secret: string): Sealed | undefined {
  if (!/^[\w-]{1,1000}$/.test(secret)) return undefined
  try {
    return JSON.parse(vault.open(Buffer.from(secret, 'base64url'), label))
  } catch {
    return undefined
  }
}
