import { setTimeout as wait } from 'node:timers/promises'
import { openForCommand } from '#entry/installation.ts'
import { randomFrom } from '#entry/simulation/random.ts'
import { createDealer } from '#identity/dealers/actions.ts'
import { dialects } from '#kernel/api/dialects.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { countAllEvents, recordEvent } from '#kernel/outgoing-events/actions.ts'
import { deliverDue } from '#kernel/outgoing-events/delivery.ts'
import { createWebhook } from '#kernel/outgoing-events/webhook-actions.ts'
import { publishedRecipe, type Receiver, startReceiver } from '#testing/fakes/receiver.ts'
import type { Check, Say } from '../check.ts'
import { aSite, configOf } from '../machinery/site.ts'

export const webhooks: Check = {
  name: 'webhooks',
  about:
    'Sends events of many accounts to a receiver that fails, stalls, disconnects and redirects, with two workers of which one ' +
    'is killed again and again, as is PostgreSQL. Each must arrive, in order per account, and pass the published check.',
  numbers: { cycles: 12, accounts: 40, events: 1500 },
  async run({ seed, number }, say) {
    const result = await bring({
      cycles: number('cycles'),
      accounts: number('accounts'),
      events: number('events'),
      random: randomFrom(String(seed)),
      say,
    })
    const { lost, unordered, unsigned, crashed, recorded } = result
    return { ...result, pass: lost + unordered + unsigned + crashed === 0 && recorded > 0 }
  },
}

interface Options {
  readonly cycles: number
  readonly accounts: number
  readonly events: number
  readonly random: () => number
  readonly say: Say
}

/** A killed worker's events come back after a minute, and some have waited a while already. */
const patienceMs = 15 * 60_000

async function bring({ cycles, accounts, events, random, say }: Options) {
  const site = await aSite({ settings: { WAYMARK_OUTBOUND_ALLOW: '127.0.0.0/8' } })
  const receiver = await startReceiver((_, answer) => {
    const chance = random()
    if (chance < 0.8) answer.writeHead(200).end()
    else if (chance < 0.87) answer.writeHead(503).end()
    else if (chance < 0.92) answer.writeHead(302, { location: '/else' }).end()
    else if (chance < 0.97) answer.destroy()
    else if (chance < 0.99) answer.socket?.end('HTTP/1.1 20')
    // And now and then nothing at all.
  })
  try {
    await site.start()
    const visit = await openForCommand(configOf(site))
    const ctx = visit.ctx
    const { dealerId } = await createDealer(ctx, { name: 'Chaos', dialect: 'provider', isVerified: true })
    const { secret } = await createWebhook(callOf(ctx, dealerId), { url: receiver.url })
    let isOver = false
    const second = runSecondWorker(ctx, () => isOver)
    const author = await openForCommand(configOf(site))
    const writing = write(author.ctx, dealerId, { accounts, events, random })
    const killed = { waymark: 0, postgres: 0 }
    for (let cycle = 1; cycle <= cycles; cycle++) {
      await wait(500 + random() * 3000)
      if (random() < 0.3) {
        site.killPostgres()
        killed.postgres += 1
      } else {
        await site.killWaymark()
        killed.waymark += 1
        await site.start()
      }
      say(`${cycle} of ${cycles} cycles, ${receiver.taken.length} accepted, ${receiver.received.length} received`)
    }
    await writing
    await author.close()
    await site.ready()
    await untilQuiet(ctx, receiver, say)
    isOver = true
    await second
    const verdict = await judge(ctx, dealerId, receiver, secret)
    await visit.close()
    const { received, taken } = receiver
    return {
      killed_waymark: killed.waymark,
      killed_postgres: killed.postgres,
      ...verdict,
      received: received.length,
      again: taken.length - verdict.recorded,
      crashed: site.crashes(),
    }
  } finally {
    await site.stop()
    site.remove()
    await receiver.close()
  }
}

const callOf = (ctx: Context, dealer: number): Call => ({
  ...ctx,
  dealer,
  apps: dialects.provider.apps,
  actor: operator('chaos'),
  validate: (problems = []) => {
    if (problems[0]) throw new Error(problems[0].message)
  },
})

/** The second worker. A database that is unavailable for a moment is part of the check. */
async function runSecondWorker(ctx: Context, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await countAllEvents(ctx).catch(() => {})
    await deliverDue({ ...ctx, actor: operator('chaos') }).catch(() => {})
    await wait(200)
  }
}

/** Transactions with several events that commit in another order than they began, and some that are rolled back. */
async function write(
  ctx: Context,
  dealer: number,
  { accounts, events, random }: Pick<Options, 'accounts' | 'events' | 'random'>,
): Promise<void> {
  for (let done = 0; done < events; ) {
    const together = Array.from({ length: 5 }, async () => {
      const account = 1 + Math.floor(random() * accounts)
      const [pauseMs, isTakenBack] = [random() * 60, random() < 0.1]
      try {
        await inTransaction(ctx, async (within) => {
          const data = { account_id: account, unit_id: done, last_active: 0 }
          for (let n = 0; n < 2; n++) await recordEvent(within, { dealer, account, type: 'unit.silent', data })
          await wait(pauseMs)
          if (isTakenBack) throw new Error('taken back')
        })
        done += 2
      } catch {
        // Rolled back, or the database is unavailable. What was committed is counted at the end.
        if (!isTakenBack) await wait(500)
      }
    })
    await Promise.all(together)
  }
}

async function untilQuiet(ctx: Context, receiver: Receiver, say: Say): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (let turn = 0; Date.now() < deadline; turn++) {
    // After the last kill the database may still be coming back.
    const waiting = await lanesOf(ctx).catch(() => undefined)
    if (waiting === 0) return
    if (turn % 20 === 0) say(`${waiting} accounts wait, ${receiver.taken.length} accepted`)
    await wait(1000)
  }
}

/** Accounts with waiting events, plus one while something is not even counted. */
async function lanesOf({ db }: Context): Promise<number> {
  const uncounted = await db.selectFrom('events').select('seq').where('number', 'is', null).limit(1).execute()
  const { lanes } = await db
    .selectFrom('webhookLanes')
    .select((eb) => eb.fn.countAll<number>().as('lanes'))
    .executeTakeFirstOrThrow()
  return lanes + uncounted.length
}

async function judge(ctx: Context, dealer: number, receiver: Receiver, secret: string) {
  const verify = await publishedRecipe()
  const events = await ctx.db
    .selectFrom('events')
    .select(['number', 'accountId'])
    .where('dealerId', '=', dealer)
    .orderBy('number')
    .execute()
  const hasGap = events.some(({ number }, index) => number !== index + 1)
  const taken = new Set(receiver.taken.map(({ event }) => event.id))
  const unsigned = receiver.received.filter(({ headers, body }) => {
    try {
      verify(secret, headers, body, Number(headers['webhook-timestamp']))
      return false
    } catch {
      return true
    }
  })
  const last = new Map<number, number>()
  let unordered = 0
  for (const { event } of receiver.received) {
    if (event.id < (last.get(event.account_id) ?? 0)) unordered += 1
    last.set(event.account_id, event.id)
  }
  const lost = events.filter(({ number }) => !taken.has(number)).length + (hasGap ? 1 : 0)
  return { recorded: events.length, lost, unordered, unsigned: unsigned.length }
}
