/** Signatures of events, https://docs.stripe.com/webhooks#verify-manually, made and checked on the exact bytes. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { CardEvent } from '../card-processor.ts'
import { fromSeconds, seconds } from '../time/clock.ts'
import { readCheckout } from './checkout.ts'

/** How far the sender's clock may be from ours, and how long a recorded event can be sent again. */
const toleranceSeconds = 300
/** A sender signs with a few secrets at most; without a limit a header could keep us comparing for long. */
const signaturesMax = 10

const macOf = (raw: Uint8Array, secret: string, at: string): Buffer =>
  createHmac('sha256', secret).update(`${at}.`).update(raw).digest()

export function sign(raw: Uint8Array, secret: string, at: Date): string {
  const time = String(seconds(at))
  return `t=${time},v1=${macOf(raw, secret, time).toString('hex')}`
}

interface Signature {
  readonly time: string
  readonly macs: readonly Buffer[]
}

function readHeader(header: string): Signature | undefined {
  const parts = header.split(',').map((part) => part.trim())
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1))
  const [time, ...more] = valuesOf('t')
  if (time === undefined || more.length > 0 || !/^\d{1,12}$/.test(time)) return undefined
  const macs = valuesOf('v1').filter((mac) => /^[0-9a-f]{64}$/.test(mac))
  return { time, macs: macs.slice(0, signaturesMax).map((mac) => Buffer.from(mac, 'hex')) }
}

/** Compares every pair in constant time, so that the duration reveals nothing. */
function isSigned(raw: Uint8Array, { time, macs }: Signature, secrets: readonly string[]): boolean {
  let isGood = false
  for (const secret of secrets) {
    const own = macOf(raw, secret, time)
    for (const mac of macs) isGood = timingSafeEqual(own, mac) || isGood
  }
  return isGood
}

const Envelope = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 255 }),
  object: Type.Literal('event'),
  type: Type.String({ minLength: 1, maxLength: 255 }),
  created: Type.Integer({ minimum: 0, maximum: 1e11 }),
  livemode: Type.Boolean(),
  data: Type.Object({ object: Type.Unknown() }),
})
const envelope = Compile(Envelope)

/** Several secrets are valid while one replaces another. Undefined: not signed by any, or not an event. */
export function readEvent(
  raw: Buffer,
  header: string | undefined,
  secrets: readonly string[],
  now: Date,
): CardEvent | undefined {
  const signature = readHeader(header ?? '')
  if (!signature || Math.abs(seconds(now) - Number(signature.time)) > toleranceSeconds) return undefined
  if (!isSigned(raw, signature, secrets)) return undefined
  const event = parse(raw)
  if (!envelope.Check(event)) return undefined
  const { id, type, created, livemode, data }: Static<typeof Envelope> = event
  return { id, type, livemode, createdAt: fromSeconds(created), session: sessionOf(type, livemode, data.object) }
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return undefined
  }
}

function sessionOf(type: string, livemode: boolean, object: unknown): CardEvent['session'] {
  if (!type.startsWith('checkout.session.')) return undefined
  const session = readCheckout(object)
  if (!session || session.livemode !== livemode) return undefined
  const { url: _, ...rest } = session
  return rest
}
