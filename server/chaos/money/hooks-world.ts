/** Dealers, payers and a processor whose events go astray: the world that `hooks` scrambles. */
import { setTimeout as wait } from 'node:timers/promises'
import { expireBill, issueBill } from '#billing/bills/actions.ts'
import { findByEndpoint, openSandbox, webhookSecretOf } from '#billing/bills/processor-keys.ts'
import { receiveEvent } from '#billing/card-events/actions.ts'
import { dialects } from '#kernel/api/dialects.ts'
import { fleetApp } from '#kernel/applications.ts'
import { type Cards, type Processor, ProcessorDown } from '#kernel/card-processor.ts'
import { createCards } from '#kernel/cards/processors.ts'
import { pay } from '#kernel/cards/sandbox-pay.ts'
import { sign } from '#kernel/cards/webhook.ts'
import type { Call, Context } from '#kernel/context.ts'
import type { TestApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, fresh } from '#testing/builders.ts'

/** What happens to a bill, and its expected final state. */
export const endings = {
  untouched: 'open',
  paid: 'complete',
  expired: 'expired',
  /** Expired by its dealer and paid by its client at the same moment: the first at the processor wins. */
  race: undefined,
  /** Paid, and reported, before the processor's answer to its creation was read. */
  early: 'complete',
  /** Paid in time, but reported after it had expired here while the processor was unavailable. */
  late: 'complete',
  /** Its time runs out. */
  'timed-out': 'expired',
  /** Paid, and never reported. */
  unheard: 'complete',
  /** Created at the processor, whose answer was lost: nobody has its link. */
  lost: 'abandoned',
} as const
export type Kind = keyof typeof endings

export interface Story {
  readonly name: string
  readonly kind: Kind
  readonly call: Call
  readonly accountId: number
  billId?: string
  sessionId?: string
  isAnswerLost?: boolean
  /** The winner of a race. */
  ending?: 'complete' | 'expired'
  /** What should not have been possible. */
  wrong?: string
}

interface Letter {
  readonly endpoint: string
  readonly raw: Buffer
}

export interface World {
  readonly ctx: Context
  /** Takes a bill to the point where only events are missing. */
  live(name: string, kind: Kind): Promise<Story>
  /** Delivers this many of the letters in transit, in random order; without a number all of them. */
  deliver(most?: number): Promise<void>
  /** Makes the processor unavailable for the bills that are reported late, or available again. */
  setAway(isAway: boolean): void
  /** Releases what was held back, and copies letters at random until this many are in transit or delivered. */
  release(total: number): void
  readonly counts: { delivered: number; refused: number }
}

export async function aWorld(api: TestApi, random: () => number): Promise<World> {
  const stories = new Map<string, Story>()
  const byReference = new Map<string, Story>()
  const secrets = new Map<string, string>()
  const onTheirWay: Letter[] = []
  const heldBack: Letter[] = []
  const all: Letter[] = []
  const counts = { delivered: 0, refused: 0 }
  let isAway = false
  const chance = (n: number) => Math.floor(random() * n)

  const real = createCards(api.ctx, async (_ctx, endpoint, raw) => {
    const event = JSON.parse(raw.toString()) as CheckoutEvent
    const story = byReference.get(event.data.object.client_reference_id)
    if (story?.kind === 'unheard') return 'taken'
    const letters = [event, ...relatives(event, random)].map((one) => ({
      endpoint,
      raw: one === event ? raw : Buffer.from(JSON.stringify(one)),
    }))
    if (story?.kind === 'early') await deliverOne(letters[0] as Letter)
    for (const letter of letters) {
      for (let copies = 1 + chance(5); copies > 0; copies--)
        (story?.kind === 'late' ? heldBack : onTheirWay).push(letter)
      all.push(letter)
    }
    return 'taken'
  })
  const cards: Cards<Context> = { ...real, sandbox: (merchant) => moody(real.sandbox(merchant)) }
  const ctx: Context = { ...api.ctx, cards }

  const moody = (processor: Processor): Processor => ({
    ...processor,
    async createSession(order) {
      const story = stories.get(order.metadata.name ?? '')
      if (story) {
        story.billId = order.reference
        byReference.set(order.reference, story)
      }
      const session = await processor.createSession(order)
      if (story) story.sessionId = session.id
      if (story?.kind === 'early') await payBill(session.id)
      if (story?.kind === 'lost' && !story.isAnswerLost) {
        story.isAnswerLost = true
        throw new ProcessorDown('The answer was lost.')
      }
      return session
    },
    async readSession(id) {
      const session = await processor.readSession(id)
      if (isAway && session && byReference.get(session.reference)?.kind === 'late') throw new ProcessorDown('away')
      return session
    },
  })

  const visitor = { kind: 'visitor', id: 'link', address: null, requestId: null } as const
  const card = { number: '4242424242424242', month: 12, year: 2099, cvc: '123', holder: 'A. Payer' }
  const payBill = (id: string) => pay({ ...ctx, actor: visitor, validate: () => {} }, id, card)

  async function deliverOne({ endpoint, raw }: Letter): Promise<void> {
    const signature = sign(raw, await secretOf(endpoint), ctx.clock.now())
    const verdict = await receiveEvent(ctx, endpoint, raw, signature)
    counts.delivered++
    if (verdict !== 'taken') counts.refused++
  }

  async function secretOf(endpoint: string): Promise<string> {
    const known = secrets.get(endpoint)
    if (known !== undefined) return known
    const key = await findByEndpoint(ctx, endpoint)
    if (!key) throw new Error(`There is no endpoint ${endpoint}.`)
    const secret = webhookSecretOf(ctx, key)
    secrets.set(endpoint, secret)
    return secret
  }

  const homes = await makeHomes(api, ctx)

  return {
    ctx,
    counts,
    async live(name, kind) {
      const home = homes[chance(homes.length)] as (typeof homes)[number]
      const story: Story = { name, kind, ...home }
      stories.set(name, story)
      try {
        await act(story, payBill, random)
      } catch (error) {
        story.wrong = `${kind}: ${(error as Error).message}`
      }
      return story
    },
    async deliver(most = Number.POSITIVE_INFINITY) {
      const some: Letter[] = []
      while (onTheirWay.length > 0 && some.length < most) {
        const at = chance(onTheirWay.length)
        some.push(onTheirWay[at] as Letter)
        onTheirWay[at] = onTheirWay.at(-1) as Letter
        onTheirWay.pop()
      }
      await inParallel(some, deliverOne)
    },
    setAway(away) {
      isAway = away
    },
    release(total) {
      onTheirWay.push(...heldBack.splice(0))
      while (all.length > 0 && counts.delivered + onTheirWay.length < total) {
        onTheirWay.push(all[chance(all.length)] as Letter)
      }
      all.length = 0
    },
  }
}

async function act(story: Story, payBill: (id: string) => Promise<unknown>, random: () => number): Promise<void> {
  const { call, name, accountId, kind } = story
  const prices = [{ name: 'Tracking', quantity: 1 + Math.floor(random() * 9), unitAmount: 450, currency: 'eur' }]
  const issued = issueBill(call, { appId: fleetApp, accountId, name, prices })
  if (kind === 'lost') {
    await issued.then(
      () => {
        story.wrong = 'a bill whose answer was lost was told'
      },
      () => {},
    )
    return
  }
  await issued
  const id = story.sessionId as string
  const expire = () => expireBill(call, id, fleetApp, accountId)
  switch (kind) {
    case 'paid':
    case 'late':
    case 'unheard':
      await payBill(id)
      break
    case 'expired':
      await expire()
      break
    case 'race': {
      // Expiring asks us first and then the processor; a payer who is a little later arrives there at the same moment.
      const [paid, expired] = await Promise.allSettled([wait(random() * 30).then(() => payBill(id)), expire()])
      story.ending = paid.status === 'fulfilled' ? 'complete' : 'expired'
      if ((paid.status === 'fulfilled') === (expired.status === 'fulfilled')) story.wrong = 'both or none won a race'
      break
    }
  }
}

interface CheckoutEvent {
  readonly id: string
  readonly type: string
  readonly data: { readonly object: { readonly client_reference_id: string } & Record<string, unknown> }
}

/** The same event under another id, and now and then an old "expired" that contradicts a payment. */
function relatives(event: CheckoutEvent, random: () => number): CheckoutEvent[] {
  const { object } = event.data
  const id = (suffix: string) => `${event.id}${suffix}`
  if (object.status !== 'complete') return random() < 0.5 ? [{ ...event, id: id('again') }] : []
  const unpaid = { ...object, status: 'expired', payment_status: 'unpaid', payment_intent: null }
  return [
    { ...event, id: id('async'), type: 'checkout.session.async_payment_succeeded' },
    ...(random() < 0.5
      ? [{ ...event, id: id('old'), type: 'checkout.session.expired', data: { object: unpaid } }]
      : []),
  ]
}

/** A few dealers with a few accounts each, whose clients have an address for receipts. */
async function makeHomes(api: TestApi, ctx: Context): Promise<{ call: Call; accountId: number }[]> {
  const homes: { call: Call; accountId: number }[] = []
  for (let n = 0; n < 3; n++) {
    const dealer = await api.dealer('provider')
    const call: Call = {
      ...ctx,
      dealer: dealer.dealer,
      apps: dialects.provider.apps,
      actor: { kind: 'token', id: 'chaos', address: null, requestId: null },
      validate: () => {},
    }
    // Before the first bill: if two bills open it at once, the endpoint of the slower one exists for a moment without a
    // key.
    await openSandbox(ctx, call.dealer)
    const { id: planId } = await aPlan(dealer)
    for (let m = 0; m < 10; m++) {
      const account = await anActivatedAccount(api, dealer, planId)
      const email = `${fresh('client')}@example.com`
      await ctx.db.updateTable('users').set({ email }).where('accountId', '=', account.id).execute()
      homes.push({ call, accountId: account.id })
    }
  }
  return homes
}

const atOnce = 6

export async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = items[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value)
    }),
  )
}
