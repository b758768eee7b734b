/** Bills whose events come twice, late, early, in any order or never must end as the model says. */
import { reconcileBills } from '#billing/bills/reconcile.ts'
import { randomFrom } from '#entry/simulation/random.ts'
import { expireOverdue } from '#kernel/cards/sandbox.ts'
import { sendDueEvents } from '#kernel/cards/sandbox-events.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { startApi, type TestApi } from '#testing/api.ts'
import { globalTeardown } from '#testing/setup.ts'
import type { Check, Say, Verdict } from '../check.ts'
import { aWorld, endings, inParallel, type Kind, type Story, type World } from './hooks-world.ts'

export const hooks: Check = {
  name: 'hooks',
  about:
    'Bills whose events come in 1 to 5 copies, in any order, before their creation has returned, after they expired or not ' +
    'at all, and bills that are expired and paid at the same moment. Each must end as the model says, paid once.',
  numbers: { bills: 20_000, deliveries: 100_000 },
  async run({ seed, number }, say) {
    const api = await startApi()
    try {
      return await scrambleHooks(api, { bills: number('bills'), deliveries: number('deliveries'), seed, say })
    } finally {
      await api.close()
      await globalTeardown()
    }
  },
}

interface Options {
  readonly bills: number
  readonly deliveries: number
  readonly seed: number
  readonly say: Say
  /** How many go through the same period together. */
  readonly batchSize?: number
}

/** In half of the batches a day passes, in the others a quarter of an hour. */
const hourly: readonly Kind[] = ['untouched', 'paid', 'paid', 'expired', 'race', 'race', 'early', 'unheard', 'lost']
const daily: readonly Kind[] = ['timed-out', 'paid', 'paid', 'expired', 'race', 'early', 'late', 'late', 'lost']

export async function scrambleHooks(api: TestApi, options: Options): Promise<Verdict> {
  const { bills, deliveries, seed, say, batchSize = 500 } = options
  const random = randomFrom(`hooks ${seed}`)
  const world = await aWorld(api, random)
  const problems: string[] = []
  const endedAs: Record<string, number> = {}
  let done = 0
  for (let batch = 0; done < bills; batch++) {
    const isDaily = batch % 2 === 1
    const size = Math.min(batchSize, bills - done)
    const stories: Story[] = []
    const names = Array.from({ length: size }, (_, n) => `${batch}-${n}`)
    await inParallel(names, async (name) => {
      const kinds = isDaily ? daily : hourly
      stories.push(await world.live(name, kinds[Math.floor(random() * kinds.length)] as Kind))
      await world.deliver(Math.floor(random() * 6))
    })
    done += size
    await (isDaily ? passDay(api, world) : passQuarter(api, world))
    world.release(Math.floor((deliveries * done) / bills))
    await world.deliver()
    problems.push(...(await judge(world.ctx, stories, isDaily, endedAs)))
    say(`${done} of ${bills} bills, ${world.counts.delivered} deliveries, ${problems.length} problems`)
  }
  for (const problem of problems.slice(0, 10)) say(problem)
  const { delivered, refused } = world.counts
  const unapplied = await api.ctx.db.selectFrom('cardEvents').select('eventId').where('appliedAt', 'is', null).execute()
  const waiting = unapplied.length
  return {
    bills: done,
    deliveries: delivered,
    refused,
    waiting,
    ended_as: endedAs,
    problems: problems.length,
    pass: problems.length === 0 && refused === 0 && waiting === 0 && delivered >= deliveries,
  }
}

const jobOf = (ctx: Context): ActorContext => ({
  ...ctx,
  actor: { kind: 'job', id: 'chaos', address: null, requestId: null },
})

/** Long enough for bills to be abandoned, and for the first check of those without any event. */
async function passQuarter(api: TestApi, { ctx }: World): Promise<void> {
  api.ctx.clock.advance(16 * 60)
  await reconcileBills(jobOf(ctx))
}

async function passDay(api: TestApi, { ctx, setAway }: World): Promise<void> {
  setAway(true)
  api.ctx.clock.advance(24 * 3600 + 1)
  await expireOverdue(ctx)
  await sendDueEvents(ctx)
  await reconcileBills(jobOf(ctx))
  setAway(false)
}

async function judge(
  { db }: Context,
  stories: readonly Story[],
  isDaily: boolean,
  endedAs: Record<string, number>,
): Promise<string[]> {
  const ids = stories.flatMap(({ billId }) => billId ?? [])
  const bills = new Map(
    (
      await db.selectFrom('bills').select(['id', 'status', 'paymentId', 'sessionId']).where('id', 'in', ids).execute()
    ).map((bill) => [bill.id, bill]),
  )
  const sessionIds = stories.flatMap(({ sessionId }) => sessionId ?? [])
  const payments = new Map(
    (await db.selectFrom('sandboxSessions').select(['id', 'payment']).where('id', 'in', sessionIds).execute()).map(
      ({ id, payment }) => [id, payment],
    ),
  )
  const timesPaid = await countBy(
    db
      .selectFrom('audit')
      .select('subjectId as subject')
      .where('action', 'in', ['bills.pay', 'bills.late-payment'])
      .where('subjectId', 'in', ids)
      .execute(),
  )
  const receipts = await countBy(
    db
      .selectFrom('mails')
      .select('key as subject')
      .where(
        'key',
        'in',
        ids.map((id) => `receipt:${id}`),
      )
      .execute(),
  )
  return stories.flatMap((story) => {
    const { kind, billId = '', sessionId = '', wrong } = story
    const due = story.ending ?? endings[kind]
    // A day later nothing is open any more.
    const expected = due === 'open' && isDaily ? 'expired' : due
    const bill = bills.get(billId)
    const isPaid = expected === 'complete' ? 1 : 0
    endedAs[`${kind}: ${bill?.status}`] = (endedAs[`${kind}: ${bill?.status}`] ?? 0) + 1
    const said = `bill ${billId} (${kind})`
    return [
      ...(wrong ? [`${said}: ${wrong}`] : []),
      ...(bill?.status === expected ? [] : [`${said} is ${bill?.status} and should be ${expected}`]),
      ...((timesPaid.get(billId) ?? 0) === isPaid ? [] : [`${said} was paid ${timesPaid.get(billId)} times`]),
      ...((receipts.get(`receipt:${billId}`) ?? 0) === isPaid ? [] : [`${said} has not ${isPaid} receipts`]),
      ...((bill?.paymentId ?? null) === (payments.get(sessionId) ?? null) ? [] : [`${said} has another payment`]),
    ]
  })
}

async function countBy(rows: Promise<readonly { subject: string | null }[]>): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { subject } of await rows) counts.set(subject ?? '', (counts.get(subject ?? '') ?? 0) + 1)
  return counts
}
