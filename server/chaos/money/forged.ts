/** Forged events at the endpoint of genuine ones: no bill may change. */
import { createHmac, randomBytes } from 'node:crypto'
import { findByEndpoint, webhookSecretOf } from '#billing/bills/processor-keys.ts'
import { randomFrom } from '#entry/simulation/random.ts'
import { fleetApp } from '#kernel/applications.ts'
import { referenceKey } from '#kernel/cards/checkout.ts'
import { sign } from '#kernel/cards/webhook.ts'
import { seconds } from '#kernel/time/clock.ts'
import { startApi, type TestApi } from '#testing/api.ts'
import { anActivatedAccount } from '#testing/builders.ts'
import { globalTeardown } from '#testing/setup.ts'
import type { Check, Say, Verdict } from '../check.ts'

export const forged: Check = {
  name: 'forged',
  about:
    'Sends events that are unsigned, signed with a wrong key, changed, old, from the future, for another dealer, or with ' +
    'another amount or mode, and repeats genuine ones. No forged event may pay a bill; a genuine one then must.',
  numbers: { events: 10_000, bills: 50 },
  async run({ seed, number }, say) {
    const api = await startApi()
    try {
      return await sendForgeries(api, { events: number('events'), bills: number('bills'), seed, say })
    } finally {
      await api.close()
      await globalTeardown()
    }
  },
}

interface Options {
  readonly events: number
  readonly bills: number
  readonly seed: number
  readonly say: Say
}

interface Endpoint {
  readonly id: string
  readonly secret: string
}

interface Target {
  readonly endpoint: Endpoint
  /** Another dealer's. */
  readonly other: Endpoint
  /** A session as the processor reports it when paid. */
  readonly session: Record<string, unknown>
}

interface Forgery {
  readonly endpoint: string
  readonly raw: Buffer
  readonly signature: string | undefined
}

type Forger = (target: Target, world: { at: Date; random: () => number }) => Forgery

let made = 0
const eventOf = (object: object, change: object = {}) =>
  Buffer.from(
    JSON.stringify({
      id: `evt_${++made}`,
      object: 'event',
      created: 1,
      livemode: false,
      type: 'checkout.session.completed',
      data: { object },
      ...change,
    }),
  )
const later = (at: Date, by: number) => new Date(at.getTime() + by * 1000)
const to = ({ id }: Endpoint, raw: Buffer, signature: string | undefined): Forgery => ({ endpoint: id, raw, signature })

/** Sent without the secret of this endpoint: all must be refused. */
const outsiders: Readonly<Record<string, Forger>> = {
  unsigned: ({ endpoint, session }) => to(endpoint, eventOf(session), undefined),
  'signed with a guess': ({ endpoint, session }, { at }) => {
    const raw = eventOf(session)
    return to(endpoint, raw, sign(raw, `whsec_${randomBytes(16).toString('hex')}`, at))
  },
  'signed with an empty secret': ({ endpoint, session }, { at }) => {
    const raw = eventOf(session)
    return to(endpoint, raw, sign(raw, '', at))
  },
  "signed with another dealer's secret": ({ endpoint, other, session }, { at }) => {
    const raw = eventOf(session)
    return to(endpoint, raw, sign(raw, other.secret, at))
  },
  "a true one at another dealer's endpoint": ({ endpoint, other, session }, { at }) => {
    const raw = eventOf(session)
    return to(other, raw, sign(raw, endpoint.secret, at))
  },
  'at an endpoint that nobody has': ({ endpoint, session }, { at }) => {
    const raw = eventOf(session)
    return to({ ...endpoint, id: randomBytes(24).toString('hex') }, raw, sign(raw, endpoint.secret, at))
  },
  'with a byte changed': ({ endpoint, session }, { at, random }) => {
    const raw = eventOf(session)
    const signature = sign(raw, endpoint.secret, at)
    const place = Math.floor(random() * raw.length)
    raw[place] = raw.readUInt8(place) ^ (1 << Math.floor(random() * 8))
    return to(endpoint, raw, signature)
  },
  'with a signature changed': ({ endpoint, session }, { at, random }) => {
    const raw = eventOf(session)
    const signature = sign(raw, endpoint.secret, at)
    const place = signature.length - 1 - Math.floor(random() * 64)
    const digit = signature[place] === '0' ? '1' : '0'
    return to(endpoint, raw, signature.slice(0, place) + digit + signature.slice(place + 1))
  },
  'signed too long ago': ({ endpoint, session }, { at, random }) => {
    const raw = eventOf(session)
    return to(endpoint, raw, sign(raw, endpoint.secret, later(at, -301 - random() * 1e6)))
  },
  'signed too far ahead': ({ endpoint, session }, { at, random }) => {
    const raw = eventOf(session)
    return to(endpoint, raw, sign(raw, endpoint.secret, later(at, 302 + random() * 1e6)))
  },
  'an old one with a new time': ({ endpoint, session }, { at }) => {
    const raw = eventOf(session)
    const old = sign(raw, endpoint.secret, later(at, -1000))
    return to(endpoint, raw, old.replace(/^t=\d+/, `t=${seconds(at)}`))
  },
  'signed without its time': ({ endpoint, session }, { at }) => {
    const raw = eventOf(session)
    return to(endpoint, raw, `t=${seconds(at)},v1=${createHmac('sha256', endpoint.secret).update(raw).digest('hex')}`)
  },
  'signed in another scheme': ({ endpoint, session }, { at }) => {
    const raw = eventOf(session)
    return to(endpoint, raw, sign(raw, endpoint.secret, at).replace('v1=', 'v0='))
  },
  'signed for an empty body': ({ endpoint, session }, { at }) =>
    to(endpoint, eventOf(session), sign(Buffer.alloc(0), endpoint.secret, at)),
  'cut short': ({ endpoint, session }, { at, random }) => {
    const raw = eventOf(session)
    return to(endpoint, raw.subarray(0, Math.floor(random() * raw.length)), sign(raw, endpoint.secret, at))
  },
}

const signed = (by: Endpoint, raw: Buffer, at: Date) => to(by, raw, sign(raw, by.secret, at))
const changed =
  (change: object, envelope: object = {}): Forger =>
  ({ endpoint, session }, { at }) =>
    signed(endpoint, eventOf({ ...session, ...change }, envelope), at)

/** A dealer that lies with its own secret, or a faulty processor: accepted, without effect. */
const liars: Readonly<Record<string, Forger>> = {
  "about another dealer's bill": ({ other, session }, { at }) => signed(other, eventOf(session), at),
  'about less money': changed({ amount_total: 1 }),
  'about another currency': changed({ currency: 'jpy' }),
  'in live mode': changed({ livemode: true }, { livemode: true }),
  'in live mode by its envelope': changed({ livemode: true }),
  'about another session': changed({ id: 'cs_test_another' }),
  'about no bill of ours': changed({ metadata: { [referenceKey]: '0195b7c4-0000-7000-8000-000000000000' } }),
  'about a reference that is no id': changed({ metadata: { [referenceKey]: "' or true --" } }),
  'without our mark': changed({ metadata: {} }),
  'paid and expired': changed({ status: 'expired' }),
  'of another kind': changed({}, { type: 'payment_intent.succeeded' }),
  'open and unpaid': changed({ status: 'open', payment_status: 'unpaid', payment_intent: null }),
}

export async function sendForgeries(api: TestApi, { events, bills, seed, say }: Options): Promise<Verdict> {
  const random = randomFrom(`forged ${seed}`)
  const targets = await makeTargets(api, bills)
  const believed: Record<string, number> = {}
  const post = ({ endpoint, raw, signature }: Forgery) =>
    api.app.inject({
      method: 'POST',
      url: `/webhooks/cards/${endpoint}`,
      headers: {
        'content-type': 'application/json',
        ...(signature !== undefined && { 'stripe-signature': signature }),
      },
      payload: raw,
    })
  const forgers = [
    ...Object.entries(outsiders).map(([what, forge]) => ({ what, forge, status: 400 })),
    ...Object.entries(liars).map(([what, forge]) => ({ what, forge, status: 200 })),
  ]
  const at = () => api.ctx.clock.now()
  for (let n = 0; n < events; n++) {
    const { what, forge, status } = forgers[n % forgers.length] as (typeof forgers)[number]
    const target = targets[Math.floor(random() * targets.length)] as Target
    const answer = await post(forge(target, { at: at(), random }))
    if (answer.statusCode !== status) believed[what] = (believed[what] ?? 0) + 1
    if (n % 1000 === 999) say(`${n + 1} of ${events} events`)
  }
  const moved = await api.ctx.db.selectFrom('bills').select('id').where('status', '<>', 'open').execute()

  // Proves that genuine events are not refused for another reason: the genuine event pays, and its copies change
  // nothing.
  let replays = 0
  for (const { endpoint, session } of targets) {
    const raw = eventOf(session)
    for (let copies = 0; copies < 5; copies++) {
      const answer = await post(signed(endpoint, raw, at()))
      if (answer.statusCode === 200) replays++
    }
  }
  const paid = await api.ctx.db.selectFrom('bills').select('id').where('status', '=', 'complete').execute()
  const payments = await api.ctx.db
    .selectFrom('audit')
    .select('subjectId')
    .where('action', 'in', ['bills.pay', 'bills.late-payment'])
    .execute()
  const isSound = moved.length === 0 && Object.keys(believed).length === 0
  const isOpenToTruth = paid.length === bills && payments.length === bills && replays === 5 * bills
  return {
    events,
    kinds: forgers.length,
    believed,
    moved: moved.length,
    true_events_paid: paid.length,
    payments: payments.length,
    pass: isSound && isOpenToTruth,
  }
}

/** Open bills of two dealers, alternating, each with the event of its payment. */
async function makeTargets(api: TestApi, bills: number): Promise<Target[]> {
  const homes = []
  for (let n = 0; n < 2; n++) {
    const dealer = await api.dealer('provider')
    const account = await anActivatedAccount(api, dealer)
    homes.push({ dealer, account })
  }
  const issued: { home: number; id: string; session: Record<string, unknown> }[] = []
  for (let n = 0; n < bills + 2; n++) {
    const home = n % 2
    const { dealer, account } = homes[home] as (typeof homes)[number]
    const { status, text, body } = await dealer.ask('POST', '/billing/cardpay-payments', {
      app_id: fleetApp,
      account_id: account.id,
      name: 'March',
      prices: [{ quantity: 2, unit_amount: 1250, currency: 'eur', name: 'Tracking' }],
    })
    if (status !== 201) throw new Error(`A bill cannot be issued: ${text}`)
    issued.push({ home, id: body.id, session: await paidSession(api, body.id) })
  }
  const endpoints = await Promise.all(homes.map(({ dealer }) => endpointOf(api, dealer.dealer)))
  return issued.slice(0, bills).map(({ home, session }) => ({
    session,
    endpoint: endpoints[home] as Endpoint,
    other: endpoints[1 - home] as Endpoint,
  }))
}

async function endpointOf({ ctx }: TestApi, dealer: number): Promise<Endpoint> {
  const { endpoint } = await ctx.db
    .selectFrom('processorKeys')
    .select('endpoint')
    .where('dealerId', '=', dealer)
    .executeTakeFirstOrThrow()
  const key = await findByEndpoint(ctx, endpoint)
  if (!key) throw new Error('The endpoint of a dealer is not known.')
  return { id: endpoint, secret: webhookSecretOf(ctx, key) }
}

async function paidSession({ ctx }: TestApi, id: string): Promise<Record<string, unknown>> {
  const bill = await ctx.db.selectFrom('bills').selectAll().where('sessionId', '=', id).executeTakeFirstOrThrow()
  return {
    id,
    object: 'checkout.session',
    amount_total: bill.amountTotal,
    client_reference_id: bill.id,
    created: seconds(bill.createdAt),
    currency: bill.currency,
    expires_at: seconds(bill.expiresAt),
    livemode: false,
    metadata: { [referenceKey]: bill.id },
    mode: 'payment',
    payment_intent: `pi_${randomBytes(12).toString('hex')}`,
    payment_status: 'paid',
    status: 'complete',
    url: null,
  }
}
